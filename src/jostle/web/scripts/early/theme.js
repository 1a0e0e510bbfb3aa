/* Sets the theme that was chosen before the page is drawn, so that a dark page never flashes white. */
{
  let theme = "system";
  try {
    theme = JSON.parse(localStorage.getItem("jostle") ?? "{}").theme;
  } catch {
    // Storage is forbidden or its content is damaged: the system's theme applies.
  }
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}

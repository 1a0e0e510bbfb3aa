/*
 * Runs before the page is drawn, and so is no module: sets the theme that was chosen, so that a
 * dark page never flashes up in white.
 */
{
  let theme = "system";
  try {
    theme = JSON.parse(localStorage.getItem("jostle") ?? "{}").theme;
  } catch {
    // Storage is forbidden or spoilt: the system's theme it is.
  }
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
}

/** The list of contents shows which rule is being read. */

/** The part of the window, from above, in which a heading counts as the one being read. */
const READ = "0px 0px -70% 0px";

export function followReading() {
  const strip = document.querySelector(".rules-contents");
  const links = new Map(
    [...document.querySelectorAll(".rules-contents a")].map((link) => [link.getAttribute("href"), link]),
  );
  /** @type {Set<Element>} */
  const seen = new Set();
  const sections = [...document.querySelectorAll(".rule, .quiz")];

  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) seen.add(target);
        else seen.delete(target);
      }
      const reading = sections.findLast((section) => seen.has(section));
      const current = links.get(`#${reading?.getAttribute("aria-labelledby")}`);
      for (const link of links.values()) {
        if (link === current) link.setAttribute("aria-current", "location");
        else link.removeAttribute("aria-current");
      }
      if (current && strip) keepInSight(strip, current);
    },
    { rootMargin: READ },
  );
  for (const section of sections) watcher.observe(section);
}

/**
 * Scroll the list, and nothing else, so that an entry is seen.
 * @param {Element} strip
 * @param {Element} entry
 */
function keepInSight(strip, entry) {
  const box = (strip.scrollWidth > strip.clientWidth ? strip : strip.closest(".contents")) ?? strip;
  const outer = box.getBoundingClientRect();
  const inner = entry.getBoundingClientRect();
  if (inner.left < outer.left || inner.right > outer.right) {
    box.scrollBy({ left: inner.left - outer.left - outer.width / 3 });
  }
  if (inner.top < outer.top || inner.bottom > outer.bottom) {
    box.scrollBy({ top: inner.top - outer.top - outer.height / 3 });
  }
}

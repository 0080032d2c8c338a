/** The whole script of the public pages. Events are delegated on the document, so it serves pages that React drew as well. */
document.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target.closest("[data-theme-toggle]") : null;
  if (!target) return;
  const root = document.documentElement;
  root.dataset.theme = root.dataset.theme === "light" ? "dark" : "light";
  try { localStorage.setItem("levee.theme", root.dataset.theme); } catch { /* storage refused: the choice lasts for this page */ }
});

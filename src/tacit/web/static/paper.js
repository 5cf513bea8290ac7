// The button that prints. Without a script there is none, and the browser's own menu prints the page.
"use strict";

document.addEventListener("DOMContentLoaded", () => {
  for (const button of document.querySelectorAll("[data-print]")) button.hidden = false;
});
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-print]")) window.print();
});

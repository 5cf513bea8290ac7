// Drawings: boards are made to fit into the screen, and pictures of networks show what belongs together.
"use strict";

const byId = (id) => document.getElementById(id);

// Sizes from large to small; words are left as they are as long as there is room, then codes stand for them.
const SIZES = ["s4", "s3", "s2", "s1", "s2 coded", "s1 coded", "s0 coded"];

const SMALL = ["", "s1", "s1 coded", "s0 coded"]; // on cards, where blocks lie below each other, unless they fit
const SMALL_WEEKS = ["joined", "joined coded", ...SMALL];

function resize(board, classes) {
  board.className = `board fitted ${classes}`;
}

// Is everything inside the screen? Parts that are too wide would be scrolled sideways, and nobody does that.
const inWidth = (board) =>
  [...board.querySelectorAll("table")].every((table) => table.getBoundingClientRect().right <= board.getBoundingClientRect().right + 1) &&
  document.documentElement.scrollWidth <= document.documentElement.clientWidth;

// Cells that are out of sight would not be looked at: the largest size is taken with which all of them are in sight,
// with the buttons. A whole plan may be scrolled down, but not sideways: if it is too wide, its weeks are put below
// each other.
function fit() {
  for (const board of document.querySelectorAll("#answer .board:not(.small)")) {
    const buttons = document.querySelector("#answer .buttons")?.offsetHeight || 0;
    const top = board.getBoundingClientRect().top + scrollY;
    const large = innerWidth >= 1600 ? ["s5", ...SIZES] : SIZES;
    const tapped = matchMedia("(pointer: coarse)").matches; // a finger needs more room than a pointer
    const plan = byId("screen")?.dataset.kind === "plan"; // which may be scrolled down, so its cells need not be tiny
    const joined = (tapped || plan ? large.filter((each) => each !== "s0 coded") : large).map((each) => `joined ${each}`);
    const high = (room) => (each) => { resize(board, each); return inWidth(board) && board.offsetHeight <= room; };
    const wide = (each) => { resize(board, each); return inWidth(board); };
    joined.find(high(innerHeight - top - buttons - 12)) ||
      joined.find(high(innerHeight - buttons - 12)) ||
      joined.find(wide) ||
      (!tapped && wide("joined s0 coded")) ||
      large.slice(1).find(wide);
  }
  for (const board of document.querySelectorAll(".taken .board")) {
    const sizes = SIZES.filter((each) => each !== "s0 coded");
    const fits = (each) => { resize(board, `joined ${each}`); return inWidth(board); };
    sizes.find((each) => fits(each) && board.offsetHeight <= innerHeight * 0.75) || sizes.find(fits) ||
      sizes.find((each) => { resize(board, each); return inWidth(board); });
  }
  for (const board of document.querySelectorAll(".board.small")) {
    const sizes = board.querySelector("table + table") ? SMALL_WEEKS : SMALL;
    sizes.find((each) => { board.className = `board small ${each}`; return inWidth(board); });
  }
  show_all();
}

// If a board is higher than what is left of the screen, the page is scrolled as little as needed.
function show_all() {
  const cells = [...document.querySelectorAll("#answer .board:not(.small) td.filled")];
  const buttons = document.querySelector("#answer .buttons");
  if (!cells.length || !buttons || byId("screen").dataset.kind === "plan") return;
  const boxes = cells.map((cell) => cell.getBoundingClientRect());
  const last = Math.max(...boxes.map((box) => box.bottom)) + 6;
  const first = Math.min(...boxes.map((box) => box.top)) - 30;
  const room = innerHeight - buttons.offsetHeight;
  if (last > room || first < 0) scrollBy(0, Math.min(last - room, first));
}

window.addEventListener("resize", fit);
document.addEventListener("toggle", (event) => { if (event.target.open && event.target.tagName === "DETAILS") fit(); }, true); // what was folded up had no size

// Hovering over a cell of the picture shows only its own lines.
document.addEventListener("mouseover", (event) => {
  const picture = event.target.closest?.("svg.network");
  if (!picture) return;
  const name = event.target.closest("rect")?.dataset.name;
  picture.classList.toggle("looking", Boolean(name));
  for (const edge of picture.querySelectorAll(".edge")) {
    const scope = ` ${edge.textContent} `;
    const at = name ? scope.indexOf(name) : -1;
    // "a[1" is no part of "a[1]", but "x" would be one of "x1": look at what is on both sides.
    edge.classList.toggle("on", at >= 0 && !/[\w\]]/.test(scope[at - 1]) && !/[\w[]/.test(scope[at + name.length]));
  }
});

// Keys, and the next question in the place of the last. Everything works without this, by forms and links.
"use strict";

const KEYS = { y: "yes", n: "no", d: "unknown", " ": "unknown", Backspace: "undo" };
let busy = false;
let sideTimer = 0;

// --- talking to the server ---

async function ask(address, options = {}) {
  try {
    const response = await fetch(address, {
      ...options,
      headers: { "X-Tacit": "1", ...options.headers },
      credentials: "same-origin",
      redirect: "follow",
    });
    tell("");
    return response;
  } catch (error) {
    tell("tacit doesn’t answer. Is it still running? Start it again, and open the address that it prints; every answer is kept.");
    return null;
  }
}

function tell(text) {
  const place = byId("offline");
  place.textContent = text;
  place.hidden = !text;
}

async function post(form, submitter) {
  if (busy) return; // a key that was pressed before the next question could be seen is no answer to it
  busy = true;
  document.body.classList.add("busy");
  const data = new URLSearchParams(new FormData(form));
  if (submitter && submitter.name) data.append(submitter.name, submitter.value);
  try {
    const response = await ask(form.action, { method: "POST", body: data });
    if (response === null) return;
    const go = response.headers.get("X-Tacit-Go");
    if (go) return void location.replace(go);
    const text = await response.text();
    if (!response.ok) return show(text);
    swap(byId("screen"), text);
    // The address says which notice belongs here, so that it is there again when the page is loaded again.
    const at = response.headers.get("X-Tacit-At");
    if (at) history.replaceState(null, "", at);
    refreshSide();
  } finally {
    busy = false;
    document.body.classList.remove("busy");
  }
}

// A whole page that came instead of a question: locked, not kept, too often.
function show(text) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const said = [...page.querySelectorAll("main h1, main p:not(.row)")].map((part) => part.textContent.trim());
  tell(said.filter(Boolean).map((part) => (/[.!?:]$/.test(part) ? part : `${part}.`)).join(" "));
}

function swap(old, text) {
  const next = new DOMParser().parseFromString(text, "text/html").body.firstElementChild;
  if (!old || !next || next.id !== old.id) return void location.reload();
  const focused = document.activeElement && old.contains(document.activeElement) ? document.activeElement.id : null;
  old.replaceWith(next);
  if (focused !== null) (byId(focused) || byId("heading") || document.body).focus({ preventScroll: true });
  if (next.id === "screen") asked(next);
}

// Two answers side by side: shown at once where the question below them can still be seen.
function compare() {
  for (const both of document.querySelectorAll(".both")) both.open = matchMedia("(min-width: 62rem)").matches;
}

function asked(screen) {
  compare();
  scrollTo(0, 0);
  fit();
  document.title = document.title.replace(/question [\d]+/, `question ${screen.dataset.number}`);
  // A live region is read out when it changes while it is in the page.
  const spoken = byId("spoken");
  if (spoken) {
    const text = spoken.textContent;
    spoken.textContent = "";
    setTimeout(() => { spoken.textContent = text; }, 30);
  }
}

// --- what stands beside the question ---

function refreshSide(address) {
  clearTimeout(sideTimer);
  const side = byId("side");
  if (!side) return;
  const wanted = address || side.dataset.from || `${location.pathname}/side?tab=${side.dataset.tab}`;
  sideTimer = setTimeout(async () => {
    const response = await ask(wanted);
    if (!response || !response.ok) return;
    swap(byId("side"), await response.text());
    // A page of old answers stays where it is; the first one follows the interview.
    byId("side").dataset.from = wanted;
  }, address ? 0 : 120);
}

async function load(place) {
  const response = await ask(place.dataset.load);
  if (response && response.ok) place.innerHTML = await response.text(); // our own server's, and escaped there
  else place.textContent = "It could not be loaded.";
  fit();
}

// --- marks ---

const cells = () => [...document.querySelectorAll("#answer input[name=clash], #answer input[name=wrong]")];
const exceptions = () => [...document.querySelectorAll("#answer input[name=except]")];

function marked() {
  const is_rule = byId("screen")?.dataset.kind === "rule"; // whose exceptions are named in the picture, or in the list
  const count = [...cells(), ...(is_rule ? exceptions() : [])].filter((cell) => cell.checked).length;
  const text = document.querySelector("#b-no span");
  if (text) text.textContent = count ? text.dataset.marked : text.dataset.plain;
  byId("b-no")?.classList.toggle("marked", count > 0);
  // What was marked in a review is wrong, so not all of it is right.
  if (is_rule || byId("screen")?.dataset.kind === "review") byId("b-yes").disabled = count > 0;
}

// An exception stands in the list, at the edge of the picture and in its cells: all of them show whether it is chosen.
function except(name, chosen) {
  for (const box of exceptions()) if (box.value === name) box.checked = chosen;
  for (const cell of document.querySelectorAll("#answer [data-choice]")) {
    if (cell.dataset.choice === name) cell.classList.toggle("out", chosen);
  }
  marked();
}

function mark(cell) {
  cell.checked = !cell.checked;
  marked();
}

const line = (number) => document.querySelector(`#answer input[name=wrong][value="${number}"]`);

function unmark() {
  for (const cell of cells()) cell.checked = false;
  for (const box of exceptions()) if (box.checked) except(box.value, false);
  marked();
}

// The nearest filled cell in a direction.
function move(key) {
  const all = cells();
  if (!all.length) return;
  const at = all.includes(document.activeElement) ? document.activeElement : null;
  if (!at) return all[0].focus();
  const middle = (cell) => {
    const box = cell.closest("td, li").getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(at);
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  let best = null;
  let least = Infinity;
  for (const cell of all) {
    const [a, b] = middle(cell);
    const along = (a - x) * dx + (b - y) * dy;
    const across = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
    if (along > 1 && along + 3 * across < least) [best, least] = [cell, along + 3 * across];
  }
  if (best) best.focus();
}

// --- events ---

const typing = (target) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.tagName === "TEXTAREA" ||
    target.tagName === "SELECT" ||
    (target.tagName === "INPUT" && !["checkbox", "radio", "button", "submit"].includes(target.type)));

// What a space presses, or turns on and off.
const pressed = (target) => target.closest?.("button, a, input, summary, label, select, [role=button]");

// Single keys can be turned off, for those who speak to their machine or touch keys by accident.
const keys = {
  get on() { try { return localStorage.getItem("tacit-keys") !== "off"; } catch { return true; } },
  set on(wanted) {
    try { localStorage.setItem("tacit-keys", wanted ? "on" : "off"); } catch { /* not remembered, then */ }
    document.body.classList.toggle("no-keys", !wanted);
  },
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || typing(event.target)) return;
  if (byId("keys")?.open) return;
  const form = byId("answer");
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (!keys.on && (key.length === 1 || key === "Backspace")) return;
  if (key === " " && pressed(event.target)) return;
  const other = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (other && !other.disabled && !event.repeat) {
    event.preventDefault();
    return other.click();
  }
  if (!form) return;
  if (key in KEYS) {
    event.preventDefault();
    const button = byId(`b-${KEYS[key]}`);
    if (button && !event.repeat && !button.disabled) form.requestSubmit(button);
  } else if (key === "f") {
    event.preventDefault();
    byId("flagged").checked = !byId("flagged").checked;
    byId("remark").open = byId("remark").open || byId("flagged").checked;
  } else if (byId("number") && /^[-\d]$/.test(key)) {
    byId("number").focus(); // which then takes the digit
  } else if (/^[1-9]$/.test(key) && line(key)) {
    if (!event.repeat) mark(line(key));
  } else if (key.startsWith("Arrow") && (event.target === document.body || form.contains(event.target))) {
    event.preventDefault();
    move(key);
  } else if (key === "m" || (key === "Enter" && cells().includes(document.activeElement))) {
    const cell = document.activeElement;
    if (!cells().includes(cell)) return;
    event.preventDefault();
    mark(cell);
  } else if (key === "Escape") {
    unmark();
  }
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.hasAttribute("data-swap")) {
    event.preventDefault();
    post(form, event.submitter);
  }
});

// A number that can't be is told below its field: the browser's own words would cover the buttons.
const wrong = (input) => (input.name === "number" && input.id ? byId(`${input.id}-wrong`) : null);

function refuse(event) {
  const input = event.target;
  const place = wrong(input);
  if (!place) return;
  event.preventDefault();
  place.textContent = place.dataset.text;
  input.setAttribute("aria-invalid", "true");
  input.focus();
}

document.addEventListener("invalid", refuse, true); // which does not bubble

document.addEventListener("input", (event) => {
  const place = wrong(event.target);
  if (!place) return;
  place.textContent = "";
  event.target.removeAttribute("aria-invalid");
});

document.addEventListener("change", async (event) => {
  const input = event.target;
  if (input.name === "clash" || input.name === "wrong") marked();
  if (input.name === "except") except(input.value, input.checked);
  if (input.id === "single-keys") keys.on = input.checked;
  // Where a rule may hold depends on what holds. Only the places are exchanged, so that the focus stays where it is.
  if ("first" in input.dataset && byId("over")) {
    const answer = await fetch(`${location.pathname}?${new URLSearchParams({ [input.name]: input.value })}`);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const places = page.getElementById("over");
    if (answer.ok && places) {
      byId("over").replaceChildren(...places.children);
      byId("with-number").hidden = page.getElementById("with-number").hidden;
    }
  }
  if (input.dataset.into && input.files.length) byId(input.dataset.into).value = await input.files[0].text();
});

// A click into the picture of a rule names an exception.
document.addEventListener("click", (event) => {
  const cell = event.target.closest?.("#answer [data-choice]");
  if (cell) except(cell.dataset.choice, !cell.classList.contains("out"));
});

document.addEventListener("click", (event) => {
  if (!event.target.closest?.("#show-keys")) return;
  byId("single-keys").checked = keys.on;
  byId("keys").showModal();
});

// All of the table, or only what matters of it: the marks stay.
document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[data-screen]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  const chosen = cells().filter((cell) => cell.checked).map((cell) => cell.value);
  const response = await ask(link.href);
  if (!response || !response.ok) return;
  swap(byId("screen"), await response.text());
  for (const cell of cells()) cell.checked = chosen.includes(cell.value);
  marked();
});

// A click on the name of a row or a column marks all its cells, or none of them.
document.addEventListener("click", (event) => {
  const head = event.target.closest?.("#answer .board th");
  if (!head) return;
  // A row goes on in the next block of columns.
  const blocks = [...head.closest(".blocks").querySelectorAll("tbody")].map((body) => body.rows[head.parentElement.sectionRowIndex]);
  const rows = head.scope === "row" ? blocks : [...head.closest("table").tBodies[0].rows];
  const own = rows.flatMap((row) => (head.scope === "row" ? [...row.cells] : [row.cells[head.cellIndex]]));
  const boxes = own.map((cell) => cell?.querySelector("input[name=clash]")).filter(Boolean);
  const all = boxes.every((box) => box.checked);
  for (const box of boxes) box.checked = !all;
  if (boxes.length) marked();
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-side]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  event.preventDefault();
  refreshSide(link.dataset.side);
});

document.addEventListener("DOMContentLoaded", async () => {
  document.body.classList.add("scripted");
  document.body.classList.toggle("no-keys", !keys.on);
  byId("show-keys").hidden = false;
  for (const label of document.querySelectorAll("label.file")) label.hidden = false;
  for (const time of document.querySelectorAll("time[data-time]")) {
    time.textContent = new Date(1000 * time.dataset.time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  }
  marked();
  compare();
  fit();
  for (const place of document.querySelectorAll("[data-load]")) await load(place);
});

// After "back", a browser may show a page as it was left; the open question may be another one now.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

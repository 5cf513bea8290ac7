// Draws the trait `state`, and puts what a person does into the trait `said`. Nothing is decided here.

function element(tag, options = {}, ...children) {
  const { text, on, ...attributes } = options;
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== undefined && value !== null) made.setAttribute(name, value);
  }
  if (text !== undefined) made.textContent = text;
  for (const [name, handler] of Object.entries(on ?? {})) made.addEventListener(name, handler);
  made.append(...children.filter((child) => child));
  return made;
}

function button(text, key, handler, kind = "") {
  const label = key ? [element("span", { text }), element("kbd", { text: key, "aria-hidden": "true" })] : [text];
  const made = element("button", { type: "button", class: kind, on: { click: handler } }, ...label);
  if (key) made.setAttribute("aria-keyshortcuts", key);
  return made;
}

// A drawn example. With `marks`, a set of names, its filled cells can be marked as wrong together.
function board(parts, marks, changed) {
  const drawn = element("div", { class: "tacit-board" });
  for (const part of parts ?? []) {
    if (part.rows.length) {
      const labelled = part.rows[0].label !== "";
      const table = element("table");
      if (part.title) table.append(element("caption", { text: part.title }));
      if (part.columns.length) {
        const heads = part.columns.map((label) => element("th", { scope: "col", text: label }));
        table.append(element("thead", {}, element("tr", {}, labelled && element("td"), ...heads)));
      }
      const body = element("tbody");
      for (const row of part.rows) {
        const cells = row.cells.map((cell) => cellOf(cell, marks, changed));
        body.append(element("tr", {}, labelled && element("th", { scope: "row", text: row.label }), ...cells));
      }
      table.append(body);
      drawn.append(table);
    }
    if (part.left_out) drawn.append(element("p", { class: "quiet", text: `${part.left_out} others have no value.` }));
  }
  return drawn;
}

function cellOf(cell, marks, changed) {
  if (cell === null) return element("td", { class: "nowhere" });
  if (cell.text === null) return element("td", { class: "empty" }, element("span", { class: "hidden", text: cell.label }));
  const kind = cell.changed ? "filled changed" : "filled";
  if (!marks) return element("td", { class: kind, title: cell.label, text: cell.text });
  const toggle = element("button", {
    type: "button",
    class: "cell",
    title: cell.label,
    "aria-label": `${cell.label}: mark it as wrong`,
    "aria-pressed": "false",
    text: cell.text,
    on: {
      click: () => {
        if (!marks.delete(cell.name)) marks.add(cell.name);
        toggle.setAttribute("aria-pressed", String(marks.has(cell.name)));
        changed();
      },
    },
  });
  return element("td", { class: kind }, toggle);
}

function checklist(items, chosen, changed) {
  const list = element("div", { class: "tacit-choices" });
  for (const [value, text] of items) {
    const box = element("input", {
      type: "checkbox",
      on: {
        change: () => {
          if (box.checked) chosen.add(value);
          else chosen.delete(value);
          changed();
        },
      },
    });
    list.append(element("label", {}, box, ` ${text}`));
  }
  return list;
}

function render({ model, el }) {
  // Lumino's attribute keeps JupyterLab's own keys away while the widget has the focus.
  const root = element("section", {
    class: "tacit",
    tabindex: "0",
    "aria-label": "tacit: questions about a plan",
    "data-lm-suppress-shortcuts": "true",
  });
  el.append(root);
  let keys = {};
  let sent = 0;

  function say(what) {
    sent += 1;
    model.set("said", { ...what, count: `${Date.now()}-${sent}` });
    model.save_changes();
  }

  function answer(value, more = {}) {
    say({ do: "answer", question: model.get("state").number, answer: value, ...more });
  }

  function undo() {
    say({ do: "undo" });
  }

  function yesOrNo(state, body) {
    const marks = new Set();
    const wrong = new Set();
    const no = button("No", "n", () => answer("no", { clash: [...marks], except: [...wrong] }), "no");
    const yes = button("Yes", "y", () => answer("yes"), "yes");
    const renamed = () => {
      const count = marks.size + wrong.size;
      no.firstChild.textContent = count ? `No, because of the ${count} marked` : "No";
      yes.disabled = count > 0;
    };
    if (state.lines) {
      const numbered = state.lines.map((line, place) => [String(place + 1), `${place + 1}. ${line}`]);
      body.append(element("p", { class: "quiet", text: "Tick what is wrong:" }), checklist(numbered, wrong, renamed));
      body.append(element("p", { text: state.asked }));
    } else {
      if (state.caption) body.append(element("p", { text: state.caption }));
      body.append(board(state.parts, state.mark ? marks : null, renamed));
      if (state.mark) body.append(element("p", { class: "quiet", text: "With no: mark the cells that are wrong together." }));
      if (state.asked) body.append(element("p", { text: state.asked }));
    }
    const unknown = button("Don’t know", "?", () => answer("unknown"));
    keys = { y: () => yes.disabled || yes.click(), n: () => no.click(), "?": () => unknown.click() };
    body.append(element("div", { class: "tacit-buttons" }, yes, no, unknown));
    if (state.exceptions?.length) {
      const except = new Set();
      const go = button("No, except these", "", () => answer("no", { except: [...except] }), "no");
      go.disabled = true;
      const list = checklist(state.exceptions, except, () => (go.disabled = except.size === 0));
      body.append(element("details", {}, element("summary", { text: state.excepting }), list, go));
    }
  }

  function number(state, body) {
    const [low, high] = state.range;
    const field = element("input", { type: "number", min: low, max: high, step: 1, "aria-label": `A number from ${low} to ${high}` });
    const give = () => field.value !== "" && answer(Number(field.value));
    field.addEventListener("keydown", (event) => event.key === "Enter" && give());
    const words = state.answers.map((word) => button(word[0].toUpperCase() + word.slice(1), "", () => answer(word)));
    const unknown = button("Don’t know", "?", () => answer("unknown"));
    keys = { "?": () => unknown.click() };
    body.append(
      element("div", { class: "tacit-buttons" }, field, button("This number", "", give, "yes"), ...words, unknown),
      element("p", { class: "quiet", text: `A number from ${low} to ${high}.` }),
    );
  }

  function ended(state, body) {
    keys = {};
    if (state.caption) body.append(element("p", { text: state.caption }));
    body.append(board(state.parts, null));
    for (const gap of state.gaps) body.append(element("p", { text: gap.words }), board(gap.parts, null));
    if (state.doubtful.length) body.append(element("h4", { text: "Was one of these a slip?" }));
    for (const each of state.doubtful) {
      const wrong = button("That was wrong", "", () => say({ do: "wrong", position: each.position }), "no");
      const head = element("p", { text: `Answer ${each.position}: ${each.answer}${each.words ? `. ${each.words}` : ""} ` }, wrong);
      body.append(head, board(each.parts, null));
    }
    body.append(element("p", { class: "quiet", text: "In another cell: w.result, if the widget is called w." }));
  }

  function ruleForm(state) {
    const relation = element("select", { "aria-label": "What holds" });
    const over = element("select", { "aria-label": "Where it holds" });
    const count = element("input", { type: "number", "aria-label": "Number k", placeholder: "k" });
    const fill = () => {
      const chosen = state.rules[relation.selectedIndex];
      over.replaceChildren(...chosen.families.map(([spec, phrase]) => element("option", { value: spec, text: phrase })));
      count.hidden = !chosen.number;
    };
    relation.append(...state.rules.map((each) => element("option", { value: each.relation, text: each.words })));
    relation.addEventListener("change", fill);
    fill();
    const tell = () => say({ do: "rule", relation: relation.value, over: over.value, number: count.value });
    const fields = element("div", { class: "tacit-buttons" }, relation, over, count, button("Say it", "", tell));
    return element("details", {}, element("summary", { text: "I know a rule" }), fields);
  }

  function draw() {
    const had = root.contains(document.activeElement) || root === document.activeElement;
    const open = root.querySelector("details.tacit-about")?.open;
    const state = model.get("state");
    const over = state.kind === "end";
    const title = over ? `${state.name}: ${state.status}` : `${state.name}: question ${state.number}`;
    const head = element("header", {}, element("h3", { text: title }), element("span", { class: "quiet", text: state.facts }));
    const bar = element("progress", { value: state.settled, max: 1, "aria-label": "Candidates that are settled" });
    const asked = element("div", { class: "tacit-asked" });
    if (state.notice) asked.append(element("p", { class: "notice", role: "alert", text: state.notice }));
    const spoken = element("div", { "aria-live": "polite" });
    if (state.why) spoken.append(element("p", { class: "quiet", text: state.why }));
    spoken.append(element("p", { class: "words", text: state.words }));
    asked.append(spoken);
    if (over) ended(state, asked);
    else if (state.kind === "number") number(state, asked);
    else yesOrNo(state, asked);
    keys.u = undo;
    const back = button("Undo", "u", undo);
    back.disabled = !state.can_undo;
    asked.append(element("div", { class: "tacit-buttons" }, back));
    if (state.rules.length) asked.append(ruleForm(state));
    const learned = element("aside", { "aria-label": "The model so far" }, element("h4", { text: "Learned" }));
    if (state.model.length) learned.append(element("ul", {}, ...state.model.map((text) => element("li", { text }))));
    else learned.append(element("p", { class: "quiet", text: "Nothing yet." }));
    if (state.beliefs.length) {
      learned.append(element("h4", { text: "It seems" }), element("ul", {}, ...state.beliefs.map((text) => element("li", { text }))));
    }
    const about = state.about && element("details", { class: "tacit-about", open }, element("summary", { text: "About" }), state.about);
    root.replaceChildren(...[head, bar, about, element("div", { class: "tacit-columns" }, asked, learned)].filter(Boolean));
    if (had) root.focus({ preventScroll: true });
  }

  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = ["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName) && event.target.type !== "checkbox";
    const act = typing ? undefined : keys[event.key.toLowerCase()];
    event.stopPropagation(); // a notebook would take the letter for a command of its own
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  model.on("change:state", draw);
  draw();
  return () => model.off("change:state", draw);
}

export default { render };

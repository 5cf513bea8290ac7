// Describing a problem: what is typed is kept at once, and what was understood is shown; files can be dropped.
// Everything works without this, by forms.
"use strict";

(() => {
  const PAUSE_MS = 350;
  const form = document.querySelector("form[data-keep]");
  let timer = 0;
  let sending = Promise.resolve();
  let underway = 0;

  function show(heard) {
    for (const key of ["who", "when", "what"]) {
      const place = document.getElementById(`${key}-heard`);
      const error = document.getElementById(`${key}-error`);
      if (!place || !error) continue;
      const wrong = heard[`${key}_wrong`] || "";
      place.textContent = wrong ? "" : heard[key] || "";
      error.textContent = wrong ? `${wrong[0].toUpperCase()}${wrong.slice(1)}.` : "";
    }
    const absent = document.getElementById("absent_text");
    if (absent) absent.placeholder = heard.absent || "off";
  }

  async function keep() {
    clearTimeout(timer);
    timer = 0;
    const data = new URLSearchParams(new FormData(form));
    data.set("to", "stay");
    try {
      const response = await fetch(form.dataset.keep, {
        method: "POST", body: data, headers: { "X-Tacit": "1" }, credentials: "same-origin", keepalive: data.toString().length < 60000,
      });
      if (!response.ok) return;
      const heard = await response.json();
      if (heard.address) {
        // From now on this is a description of its own: loading the page again shows it.
        form.dataset.keep = heard.address;
        form.action = heard.address;
        history.replaceState(null, "", heard.address);
      }
      if (!timer) show(heard);
    } catch (error) {
      // The form itself is still there, and says so when it is sent.
    }
  }

  const soon = () => {
    underway += 1;
    sending = sending.then(keep).finally(() => { underway -= 1; });
  };

  if (form) {
    const later = (event) => {
      if (!event.target.name || event.target.type === "file") return;
      clearTimeout(timer);
      timer = setTimeout(soon, PAUSE_MS);
    };
    form.addEventListener("input", later);
    form.addEventListener("change", later);
    // Leaving the page in the middle of a word, by a link or by going back.
    window.addEventListener("pagehide", () => { if (timer) keep(); });
    form.addEventListener("submit", (event) => {
      clearTimeout(timer);
      timer = 0;
      if (!underway) return;
      // A description is just being begun: wait for its address, so that not two are begun.
      event.preventDefault();
      const submitter = event.submitter;
      sending.then(() => setTimeout(() => form.requestSubmit(submitter)));
    });
    for (const details of form.querySelectorAll(".sentence details")) {
      const count = () => {
        const boxes = [...details.querySelectorAll("input")];
        const ticked = boxes.filter((box) => box.checked).length;
        const text = ticked === boxes.length ? `${ticked} kinds` : `${ticked} of ${boxes.length} kinds`;
        details.querySelector("summary span").textContent = text;
      };
      details.addEventListener("change", count);
    }
    const text = form.querySelector("textarea[data-line]");
    if (text) {
      const lines = text.value.split("\n");
      const start = lines.slice(0, text.dataset.line - 1).join("\n").length + (text.dataset.line > 1 ? 1 : 0);
      text.focus();
      text.setSelectionRange(start, start + lines[text.dataset.line - 1].length);
      text.scrollTop = Math.max(0, (text.dataset.line - 4) * parseFloat(getComputedStyle(text).lineHeight));
    }
  }

  // A file may be dropped anywhere on the page; it goes into the field, and the form is sent.
  const target = document.querySelector("form[data-drop]");
  if (target) {
    const zone = target.querySelector(".drop");
    const input = target.querySelector("input[type=file]");
    const carries = (event) => event.dataTransfer && [...event.dataTransfer.types].includes("Files");
    document.addEventListener("dragover", (event) => {
      if (!carries(event)) return;
      event.preventDefault();
      zone.classList.add("over");
    });
    document.addEventListener("dragleave", (event) => { if (!event.relatedTarget) zone.classList.remove("over"); });
    document.addEventListener("drop", (event) => {
      if (!carries(event) || !event.dataTransfer.files.length) return;
      event.preventDefault();
      zone.classList.remove("over");
      input.files = event.dataTransfer.files;
      target.requestSubmit();
    });
  }
})();

"use strict";
/* Rating by keyboard, drafts that survive a reload, time on a task, and what to do without a
   network. Everything here is an addition: the pages work without it, and the server checks all. */
(() => {
  const DRAFT = "qgauge.draft.";
  const OWN_INPUTS = new Set(["csrfmiddlewaretoken", "version", "save_id", "seconds"]);
  let visibleSince = document.hidden ? 0 : performance.now();
  let visibleBefore = 0; // milliseconds

  const form = () => document.getElementById("answer");
  const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));

  // ---------------------------------------------------------------- storage (may be forbidden)

  function stored(key) {
    try { return localStorage.getItem(key); } catch { return null; }
  }
  function store(key, value) {
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
    } catch { /* a browser that keeps nothing: the form still works */ }
  }

  // ---------------------------------------------------------------- time on the task

  function seconds() {
    return (visibleBefore + (visibleSince ? performance.now() - visibleSince : 0)) / 1000;
  }
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      if (visibleSince) visibleBefore += performance.now() - visibleSince;
      visibleSince = 0;
      keepDraft();
    } else {
      visibleSince = performance.now();
    }
  });

  // ---------------------------------------------------------------- drafts

  function entries(of) {
    return Array.from(new FormData(of)).filter(([name]) => !OWN_INPUTS.has(name));
  }
  function same(one, other) {
    const filled = (list) => JSON.stringify(list.filter(([, value]) => value !== "" && value !== "[]"));
    return filled(one) === filled(other);
  }
  function fill(of, list) {
    const byName = new Map();
    for (const [name, value] of list) byName.set(name, [...(byName.get(name) || []), value]);
    for (const input of of.elements) {
      if (!input.name || OWN_INPUTS.has(input.name)) continue;
      const values = byName.get(input.name) || [];
      if (input.type === "radio" || input.type === "checkbox") input.checked = values.includes(input.value);
      else if (input.tagName !== "BUTTON") input.value = values[0] || "";
    }
    for (const details of all("details", of)) {
      if (all("textarea, input[type=text]", details).some((input) => input.value)) details.open = true;
    }
    document.dispatchEvent(new CustomEvent("qgauge:filled"));
  }
  function keepDraft() {
    const of = form();
    if (!of || !of.dataset.draft || !of.dataset.touched) return;
    const kept = { version: of.dataset.version, entries: entries(of), seconds: seconds() };
    store(DRAFT + of.dataset.draft, JSON.stringify(kept));
  }
  function readDraft(key) {
    try { return JSON.parse(stored(DRAFT + key) || "null"); } catch { return null; }
  }
  function dropDraft(key) { store(DRAFT + key, null); }

  function restoreDraft(of) {
    const draft = readDraft(of.dataset.draft);
    if (!draft || !Array.isArray(draft.entries)) return;
    if (same(draft.entries, entries(of))) {
      if (draft.version !== of.dataset.version) dropDraft(of.dataset.draft);
      return;
    }
    if ("sent" in of.dataset) return; // the page has what was just sent
    const use = () => {
      fill(of, draft.entries);
      visibleBefore += Number(draft.seconds) * 1000 || 0;
      of.dataset.touched = "yes";
    };
    if (draft.version === of.dataset.version) {
      use();
      say("Your unsaved input is back. ", ["Discard it", () => { dropDraft(of.dataset.draft); location.reload(); }]);
    } else {
      say("There is unsaved input from before the latest save. ", ["Use it", () => { use(); say("Your unsaved input is in the form."); refresh(); }],
        ["Discard it", () => { dropDraft(of.dataset.draft); say(""); }]);
    }
  }
  /** Forget the draft of a save that the server has acknowledged: the page can undo it. */
  function dropSavedDraft() {
    const last = document.querySelector("[data-saved]");
    if (last && pending && last.dataset.saved === pending) dropDraft(pending);
    pending = "";
  }
  let pending = ""; // the draft that was just sent

  function say(text, ...buttons) {
    const status = document.getElementById("status");
    if (!status) return;
    status.textContent = text;
    for (const [label, act] of buttons) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "quiet";
      button.textContent = label;
      button.addEventListener("click", act);
      status.append(button);
    }
  }

  // ---------------------------------------------------------------- fields

  const fields = () => all("#answer .field");
  const isShown = (field) => !field.classList.contains("unasked");
  const inputsOf = (field) => all(".choices input", field);

  function valuesOf(field) {
    if (field.dataset.type === "text") return [field.querySelector("textarea").value.trim()].filter(Boolean);
    if (field.dataset.type === "spans") {
      const value = field.querySelector("[data-spans]").value;
      return value && value !== "[]" ? [value] : [];
    }
    return inputsOf(field).filter((input) => input.checked).map((input) => input.value);
  }
  const isAnswered = (field) => valuesOf(field).length > 0;

  /** Show the fields that are asked, or that may be asked once an open choice is made. */
  function refresh(root = document) {
    for (const of of all("form.rating", root)) {
      const byName = new Map(all(".field", of).map((field) => [field.dataset.field, field]));
      for (const field of byName.values()) {
        const wanted = JSON.parse(field.dataset.onlyIf || "{}");
        const isAsked = Object.entries(wanted).every(([name, values]) => {
          const other = byName.get(name);
          if (!other || !isShown(other)) return false;
          const chosen = valuesOf(other);
          if (!chosen.length) return other.dataset.type === "choice";
          return chosen.some((value) => values.map(String).includes(value));
        });
        field.classList.toggle("unasked", !isAsked);
      }
    }
  }

  const missing = () => fields().filter((field) => isShown(field) && "required" in field.dataset && !isAnswered(field));

  function currentField() {
    const focused = document.activeElement && document.activeElement.closest("#answer .field");
    if (focused && focused.dataset.type !== "text" && isShown(focused)) return focused;
    return firstField();
  }
  /** Return where to begin: the first field that must be answered and is not. */
  function firstField() {
    const closed = fields().filter((field) => isShown(field) && inputsOf(field).length);
    return closed.find((field) => "required" in field.dataset && !isAnswered(field))
      || closed.find((field) => !isAnswered(field)) || closed[0];
  }
  function focusField(field, options) {
    const inputs = inputsOf(field);
    const target = inputs.find((input) => input.checked) || inputs[0] || field.querySelector("textarea")
      || document.querySelector("[data-document]");
    if (!target) return;
    target.focus({ preventScroll: true });
    if (!options || !options.preventScroll) field.scrollIntoView({ block: "nearest" });
  }
  function moveField(step) {
    const shown = fields().filter((field) => isShown(field) && field.dataset.type !== "spans");
    const at = shown.indexOf(document.activeElement.closest(".field"));
    const next = shown[at + step];
    if (next) focusField(next);
    else if (step > 0) document.querySelector("[data-save]").focus();
  }
  function chooseReason(key, leave) {
    const reason = all('input[name="reason"]', leave)[Number(key) - 1];
    if (reason) reason.click();
    return Boolean(reason);
  }
  function choose(key) {
    const field = currentField();
    const input = field && inputsOf(field).find((one) => one.dataset.key === key);
    if (!input) return false;
    input.focus();
    input.checked = input.type === "radio" || !input.checked;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
    if (input.type === "radio") {
      const shown = fields().filter((one) => isShown(one) && inputsOf(one).length);
      const after = shown.slice(shown.indexOf(field) + 1).find((one) => !isAnswered(one));
      const next = after || missing()[0];
      if (next && next !== field) focusField(next);
    }
    return true;
  }

  // ---------------------------------------------------------------- sending

  function isComplete() {
    const open = missing();
    for (const field of fields()) {
      const problem = field.querySelector(".problem");
      const isOpen = open.includes(field);
      field.classList.toggle("wrong", isOpen);
      if (problem) problem.textContent = isOpen ? "Still to answer." : "";
    }
    if (!open.length) return true;
    say(`${open.length} still to answer.`);
    focusField(open[0]);
    return false;
  }
  document.addEventListener("submit", (event) => {
    const of = event.target;
    const button = event.submitter;
    sendAgain = () => (button ? button.click() : of.requestSubmit());
    if (!of.matches("form.rating")) return;
    pending = of.dataset.draft;
    if (of.id !== "answer") return;
    const skips = event.submitter && "skip" in event.submitter.dataset;
    if (!skips && !isComplete()) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    of.dataset.touched = "yes";
    keepDraft();
    of.elements.seconds.value = seconds().toFixed(1);
    hideTrouble();
    say("Saving…");
  }, true);

  let sendAgain = () => {}; // repeats the latest save, with the same number: it counts once

  function hideTrouble() {
    for (const box of all("#trouble")) box.hidden = true;
  }
  function trouble(text) {
    const box = document.getElementById("trouble");
    say("");
    if (!box) { window.alert(text); return; }
    box.textContent = `${text} `;
    const retry = document.createElement("button");
    retry.type = "button";
    retry.textContent = "Try again";
    retry.addEventListener("click", () => { box.hidden = true; sendAgain(); });
    box.append(retry);
    box.hidden = false;
    retry.focus();
  }
  document.addEventListener("htmx:sendError", () => {
    trouble("Not saved: there is no connection to the server. Your input is kept in this browser.");
  });
  document.addEventListener("htmx:timeout", () => {
    trouble("Not saved: the server does not answer. Your input is kept in this browser.");
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr } = event.detail;
    if (xhr.status === 422 || xhr.status === 409) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
      return;
    }
    if (xhr.status >= 400) {
      trouble(`Not saved: the server refused it (${xhr.status}). Your input is kept in this browser.`);
      return;
    }
    if (xhr.responseURL && new URL(xhr.responseURL).pathname.endsWith("/login/")) {
      // the session is over: log in, come back here, and the draft is still there
      event.detail.shouldSwap = false;
      location.assign(`/login/?next=${encodeURIComponent(location.pathname)}`);
    }
  });

  // ---------------------------------------------------------------- keys

  const singleKeys = () => stored("qgauge.single-keys") !== "off";

  function isTyping(target) {
    return target.matches("textarea, select, input:not([type]), [contenteditable]")
      || (target.matches("input") && !["radio", "checkbox", "button", "submit"].includes(target.type));
  }
  /** Tell whether an arrow key has nowhere to go in the text of a field. */
  function leavesText({ value, selectionStart, selectionEnd, tagName }, key) {
    if (tagName !== "TEXTAREA" || selectionStart !== selectionEnd) return false;
    return key === "ArrowUp" ? selectionStart === 0 : key === "ArrowDown" && selectionEnd === value.length;
  }
  function openAndFocus(selector, inside) {
    const details = document.querySelector(selector);
    if (!details) return false;
    details.open = true;
    details.querySelector(inside).focus();
    return true;
  }
  const KEYS = {
    "?": () => openKeys(),
    u: () => { const undo = document.querySelector("[data-undo]"); if (undo) undo.requestSubmit(); return Boolean(undo); },
    s: () => openAndFocus("#answer details.leave", "input"),
    n: () => openAndFocus("#answer details.note", "textarea"),
    g: () => {
      const guide = document.getElementById("guidelines");
      if (!guide) return false;
      guide.open = !guide.open;
      if (guide.open) guide.querySelector("summary").focus();
      return true;
    },
  };
  function openKeys() {
    const dialog = document.getElementById("keys");
    if (!dialog) return false;
    document.getElementById("single-keys").checked = singleKeys();
    dialog.showModal();
    return true;
  }
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.defaultPrevented || event.isComposing || event.altKey || event.metaKey) return;
    if (document.querySelector("dialog[open]")) return;
    if (document.querySelector("#answer.htmx-request")) {
      // the answer is on its way, and nobody has seen the next task yet
      if (!event.ctrlKey && key !== "Tab") event.preventDefault();
      return;
    }
    const typing = isTyping(target);
    if (key === "Enter" && form()) {
      const inForm = target.closest("#answer");
      const isControl = target.closest("button, a, summary");
      const sends = typing ? event.ctrlKey && inForm : !isControl;
      const inSkip = target.closest("details.leave");
      if (inSkip && !isControl) {
        event.preventDefault();
        form().querySelector("[data-skip]").click();
      } else if (sends) {
        event.preventDefault();
        form().querySelector("[data-save]").click();
      }
      return;
    }
    if (event.ctrlKey) return;
    if (key === "Escape" && typing && target.closest("#answer")) {
      const back = currentField();
      target.blur();
      if (back) focusField(back);
      return;
    }
    const inDocument = target.closest("[data-document]") && key.startsWith("Arrow");
    if (inDocument || (typing && !leavesText(target, key))) return;
    if ((key === "ArrowDown" || key === "ArrowUp") && target.closest("#answer .field")) {
      event.preventDefault();
      moveField(key === "ArrowDown" ? 1 : -1);
      return;
    }
    if (!singleKeys()) return;
    const act = KEYS[key.toLowerCase()];
    const leave = target.closest("details.leave");
    const isDigit = form() && /^[0-9]$/.test(key);
    if (act ? act() : isDigit && (leave ? chooseReason(key, leave) : choose(key))) event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-open-keys]")) openKeys();
    const copy = event.target.closest("[data-copy]");
    if (copy) copyText(copy);
    const keep = event.target.closest("[data-keep-saved]");
    if (keep) dropDraft(keep.dataset.keepSaved);
  });
  async function copyText(button) {
    const input = document.getElementById(button.dataset.copy);
    input.select();
    const said = document.querySelector("[data-copied]");
    try {
      await navigator.clipboard.writeText(input.value);
      said.textContent = "Copied.";
    } catch {
      said.textContent = "Press Ctrl+C to copy.";
    }
  }

  // ---------------------------------------------------------------- start

  for (const kind of ["input", "change"]) {
    document.addEventListener(kind, (event) => {
      if (event.target.id === "single-keys") {
        store("qgauge.single-keys", event.target.checked ? null : "off");
        return;
      }
      const of = event.target.closest && event.target.closest("form.rating");
      if (!of) return;
      refresh();
      const field = event.target.closest(".field");
      if (field && isAnswered(field)) {
        field.classList.remove("wrong");
        const problem = field.querySelector(".problem");
        if (problem) problem.textContent = "";
      }
      if (of.id === "answer") {
        of.dataset.touched = "yes";
        keepDraft();
      }
    });
  }
  document.addEventListener("toggle", (event) => {
    if (event.target.id === "guidelines") {
      document.cookie = `guidelines=${event.target.open ? "open" : "folded"}; path=/; max-age=31536000; samesite=lax`;
    }
  }, true);
  window.addEventListener("pagehide", keepDraft);

  function start(first = false) {
    visibleBefore = 0;
    visibleSince = document.hidden ? 0 : performance.now();
    dropSavedDraft();
    // htmx parses pages as if there were no scripts, which makes the inputs in them real
    for (const one of all("noscript")) one.remove();
    if (!first) window.scrollTo(0, 0);
    const of = form();
    if (of) {
      restoreDraft(of);
      refresh();
      const wrong = document.querySelector("#answer .field.wrong");
      const field = wrong || firstField(); // not where htmx has put the focus back
      if (field) focusField(field, { preventScroll: !wrong });
      else if (document.querySelector("[data-document]")) document.querySelector("[data-document]").focus({ preventScroll: true });
      const block = document.querySelector(".block.is-current");
      if (block && !wrong) showInView(block);
      const anchor = document.querySelector(".text .anchor, .text .is-anchor");
      if (anchor) scrollPane(anchor);
    } else {
      const next = document.querySelector("[data-go-on]");
      if (next) next.focus({ preventScroll: true });
    }
  }
  /** Scroll so that the block's start is visible, if it is not. */
  function showInView(block) {
    const { top, left } = block.getBoundingClientRect();
    const isBeside = left > window.innerWidth / 4; // else it is below the text, which comes first
    if (!isBeside) return;
    if (top < 0 || top > window.innerHeight * 0.6) window.scrollBy(0, top - 8);
  }
  /** Scroll the text beside the form, not the page. */
  function scrollPane(line) {
    const pane = line.closest(".text");
    if (pane.scrollHeight <= pane.clientHeight) return;
    pane.scrollTop = line.offsetTop - pane.offsetTop - pane.clientHeight / 4;
  }
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target && event.detail.target.id === "main") start();
    else if (event.detail.elt && event.detail.elt.id === "main") start();
  });
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", () => start(true));
  else start(true);
})();

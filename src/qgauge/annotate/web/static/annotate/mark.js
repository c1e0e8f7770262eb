"use strict";
/* Mark spans in a document, with the mouse, by touch, or by keyboard. Offsets are in code points;
   JavaScript counts UTF-16 units, so every place is converted at the border. */
(() => {
  let state = null; // the document on the page: its text, words, and what is selected

  const all = (selector, root = document) => Array.from(root.querySelectorAll(selector));

  /** Words, white space, emoji with all that belongs to them, and other single characters. */
  const WORDS = new RegExp([
    /[\p{L}\p{M}\p{N}_]+(?:['’\-.][\p{L}\p{M}\p{N}_]+)*/u,
    /\s+/u,
    /\p{Regional_Indicator}{2}/u,
    /\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*(?:\u200d\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]*)*/u,
    /[^\s\p{L}\p{M}\p{N}_]/u,
  ].map((one) => one.source).join("|"), "gu");

  /** Return, for each UTF-16 index of a text, the number of code points before it. */
  function codePoints(text) {
    const before = new Uint32Array(text.length + 1);
    let count = 0;
    for (let at = 0; at < text.length;) {
      const size = text.codePointAt(at) > 0xffff ? 2 : 1;
      for (let unit = 0; unit < size; unit += 1) before[at + unit] = count;
      at += size;
      count += 1;
    }
    before[text.length] = count;
    return before;
  }

  function start() {
    const area = document.querySelector("[data-document]");
    const source = document.getElementById("document-text");
    if (!area || !source) { state = null; return; }
    if (state && state.area === area) { draw(); return; }
    const text = JSON.parse(source.textContent);
    const before = codePoints(text);
    const words = [];
    area.textContent = "";
    let end = 0;
    for (const found of text.matchAll(WORDS)) {
      if (found.index > end) area.append(text.slice(end, found.index));
      const piece = document.createElement("span");
      piece.textContent = found[0];
      end = found.index + found[0].length;
      const word = { piece, start: before[found.index], end: before[end], isSpace: !found[0].trim() };
      piece.dataset.at = String(words.length);
      words.push(word);
      area.append(piece);
    }
    if (end < text.length) area.append(text.slice(end));
    const first = words.findIndex((word) => !word.isSpace); // -1: there is nothing to mark
    state = { area, text: Array.from(text), words, anchor: first, caret: first };
    draw();
  }

  // ---------------------------------------------------------------- the answer

  const inputs = () => all('.field[data-type="spans"] [data-spans]');
  const inputOf = (name) => document.querySelector(`.field[data-field="${CSS.escape(name)}"] [data-spans]`);

  function spansOf(input) {
    try {
      const value = JSON.parse(input.value || "[]");
      return Array.isArray(value) ? value : [];
    } catch { return []; }
  }
  function put(input, spans) {
    spans.sort((one, other) => one.start - other.start || one.end - other.end);
    input.value = JSON.stringify(spans);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    draw();
  }
  function mark(button) {
    const range = selected();
    if (!range) { tell("Select some words first."); return; }
    const input = inputOf(button.dataset.field);
    const kind = JSON.parse(button.dataset.kind);
    const others = spansOf(input).filter((span) => span.start !== range.start || span.end !== range.end);
    put(input, [...others, { start: range.start, end: range.end, kind }]);
    tell(`${textOf(range)}: ${kind}`);
    collapse();
  }
  /** Remove the smallest mark around the caret or the selection. */
  function unmark() {
    const range = selected();
    if (!range) return;
    let best = null;
    for (const input of inputs()) {
      for (const span of spansOf(input)) {
        const touches = span.start < range.end && range.start < span.end;
        if (touches && (!best || span.end - span.start < best.span.end - best.span.start)) best = { input, span };
      }
    }
    if (best) remove(best.input, best.span);
    else tell("There is no mark here.");
  }
  function remove(input, span) {
    put(input, spansOf(input).filter((one) => one.start !== span.start || one.end !== span.end));
    tell(`Removed: ${textOf(span)}`);
  }
  const textOf = (span) => state.text.slice(span.start, span.end).join("");
  function tell(what) {
    const said = document.querySelector("[data-said]");
    if (said) said.textContent = what;
  }

  // ---------------------------------------------------------------- the selection

  /** Return the selected words as a range of code points. */
  function selected() {
    if (!state || state.caret < 0) return null;
    let [from, to] = [Math.min(state.anchor, state.caret), Math.max(state.anchor, state.caret)];
    while (from < to && state.words[from].isSpace) from += 1;
    while (to > from && state.words[to].isSpace) to -= 1;
    if (state.words[from].isSpace) return null;
    return { start: state.words[from].start, end: state.words[to].end };
  }
  function collapse() {
    state.anchor = state.caret;
    const browser = window.getSelection();
    if (browser && !browser.isCollapsed) browser.removeAllRanges();
    draw();
  }
  function step(from, direction) {
    let at = from + direction;
    while (state.words[at] && state.words[at].isSpace) at += direction;
    return state.words[at] ? at : from;
  }
  /** Return the word in the line above or below that is nearest to the caret. */
  function lineStep(from, direction) {
    const here = state.words[from].piece.getBoundingClientRect();
    let best = from;
    let line = null;
    for (let at = step(from, direction), last = from; at !== last; last = at, at = step(at, direction)) {
      const box = state.words[at].piece.getBoundingClientRect();
      const isOther = direction > 0 ? box.top >= here.bottom - 2 : box.bottom <= here.top + 2;
      if (!isOther) continue;
      if (line === null) line = box.top;
      if (Math.abs(box.top - line) > 4) break;
      const off = (one) => Math.abs(one.left - here.left);
      if (best === from || off(box) < off(state.words[best].piece.getBoundingClientRect())) best = at;
    }
    return best;
  }
  function moveTo(at, extends_) {
    state.caret = at;
    if (!extends_) state.anchor = at;
    draw();
    state.words[at].piece.scrollIntoView({ block: "nearest" });
    const range = selected();
    if (range) tell(textOf(range));
  }

  function draw() {
    if (!state) return;
    const range = selected();
    const buttons = all("[data-kind]");
    const marks = inputs().flatMap((input) => {
      const own = buttons.filter((one) => one.dataset.field === input.closest(".field").dataset.field);
      return spansOf(input).map((span) => ({ ...span, name: `kind${own.findIndex((one) => one.dataset.kind === JSON.stringify(span.kind)) + 1}` }));
    });
    const isActive = document.activeElement === state.area;
    state.words.forEach((word, at) => {
      const names = new Set(marks.filter((span) => span.start < word.end && word.start < span.end).map((span) => span.name));
      if (range && state.anchor !== state.caret && word.start >= range.start && word.end <= range.end) names.add("selected");
      if (isActive && at === state.caret) names.add("caret");
      const wanted = Array.from(names).join(" ");
      if (word.piece.className !== wanted) word.piece.className = wanted;
    });
    for (const input of inputs()) drawList(input);
  }
  function drawList(input) {
    const field = input.closest(".field");
    const list = field.querySelector("[data-marked]");
    if (!list || list.dataset.shows === input.value) return; // a button must not vanish under a click
    list.dataset.shows = input.value;
    const own = all("[data-kind]").filter((one) => one.dataset.field === field.dataset.field);
    list.textContent = "";
    for (const span of spansOf(input)) {
      const item = document.createElement("li");
      const at = own.findIndex((one) => one.dataset.kind === JSON.stringify(span.kind));
      item.className = `kind${at + 1}`;
      const label = document.createElement("b");
      label.textContent = own[at] ? own[at].firstChild.textContent.trim() : String(span.kind);
      const text = document.createElement("span");
      text.append(label, ` ${textOf(span)}`);
      const button = document.createElement("button");
      button.type = "button";
      button.className = "quiet";
      button.textContent = "✕";
      button.setAttribute("aria-label", `Remove ${textOf(span)}`);
      button.addEventListener("click", () => { remove(input, span); state.area.focus({ preventScroll: true }); });
      item.append(text, button);
      list.append(item);
    }
  }

  // ---------------------------------------------------------------- events

  function wordAt(node) {
    const element = node && (node.nodeType === Node.TEXT_NODE ? node.parentElement : node);
    const piece = element && element.closest("[data-at]");
    return piece && state.area.contains(piece) ? Number(piece.dataset.at) : -1;
  }
  document.addEventListener("selectionchange", () => {
    if (!state) return;
    const browser = window.getSelection();
    if (!browser || browser.isCollapsed || !browser.rangeCount) return;
    const range = browser.getRangeAt(0);
    let from = wordAt(range.startContainer);
    let to = wordAt(range.endContainer);
    if (from < 0 || to < 0) return;
    if (range.startOffset >= (range.startContainer.textContent || "").length && from < to) from += 1;
    if (range.endOffset === 0 && to > from) to -= 1;
    state.anchor = from;
    state.caret = to;
    draw();
  });
  document.addEventListener("click", (event) => {
    if (!state) return;
    const button = event.target.closest("[data-kind]");
    if (button) { mark(button); state.area.focus({ preventScroll: true }); return; }
    if (event.target.closest("[data-unmark]")) { unmark(); state.area.focus({ preventScroll: true }); return; }
    const browser = window.getSelection();
    const at = wordAt(event.target);
    if (at >= 0 && (!browser || browser.isCollapsed)) moveTo(at, event.shiftKey);
  });
  // a button takes the focus, which would end the selection in some browsers
  document.addEventListener("mousedown", (event) => {
    if (state && event.target.closest("[data-kind], [data-unmark]")) event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    if (!state || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (document.querySelector("dialog[open]")) return;
    const { key, target } = event;
    const inText = target === state.area || state.area.contains(target);
    if (inText && state.caret >= 0) {
      const moves = {
        ArrowRight: (at) => step(at, 1),
        ArrowLeft: (at) => step(at, -1),
        ArrowDown: (at) => lineStep(at, 1),
        ArrowUp: (at) => lineStep(at, -1),
        Home: () => step(-1, 1),
        End: () => step(state.words.length, -1),
      };
      if (moves[key]) {
        event.preventDefault();
        moveTo(moves[key](state.caret), event.shiftKey);
        return;
      }
      if (key === "Delete" || key === "Backspace") { event.preventDefault(); unmark(); return; }
      if (key === "Escape") { collapse(); return; }
    }
    const isTyping = target.matches('textarea, select, [contenteditable], input:not([type="radio"]):not([type="checkbox"])');
    if (isTyping || key.length !== 1) return;
    try { if (localStorage.getItem("qgauge.single-keys") === "off" && !inText) return; } catch { /* kept nowhere */ }
    const button = all("[data-kind]").find((one) => one.dataset.key === key.toLowerCase());
    if (button) { event.preventDefault(); mark(button); }
  });
  document.addEventListener("focusin", (event) => {
    if (state && event.target === state.area) draw();
  });
  document.addEventListener("focusout", (event) => { if (state && event.target === state.area) draw(); });
  document.addEventListener("qgauge:filled", draw);
  document.addEventListener("htmx:afterSettle", start);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();

// SPDX-License-Identifier: Apache-2.0
// The exports of the page: corrections as JSON lines, a deny list and an allow list; and the import of corrections.

// Offsets in UTF-16 units, ascending, as offsets in code points.
function codePointCounter(text) {
  let at = 0, points = 0;
  return (end) => {
    for (; at < end; at += text.codePointAt(at) > 0xffff ? 2 : 1) ++points;
    return points;
  };
}

// The inverse.
function unitCounter(text) {
  let at = 0, points = 0;
  return (end) => {
    for (; points < end && at < text.length; ++points) at += text.codePointAt(at) > 0xffff ? 2 : 1;
    return at;
  };
}

// One line of gold for a document, whose spans count code points.
function goldLine(id, work) {
  const toPoints = codePointCounter(work.text);
  const spans = work.spans().map(({ start, end, label }) => ({ start: toPoints(start), end: toPoints(end), label }));
  return JSON.stringify({ id, text: work.text, spans }) + "\n";
}

// A term as a line of a list: on one line, and beginning with a letter or digit, since # begins a comment.
const asTerm = (text) => text.replace(/\p{Cf}/gu, "").replace(/[\s\p{Cc}]+/gu, " ").replace(/^[^\p{L}\p{N}]+/u, "").trim();
const folded = (term) => term.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

// The terms of items, each once, as folded term -> {term, label}.
function termsOf(works, wanted) {
  const terms = new Map();
  for (const work of works) {
    for (const item of work.items.filter(wanted)) {
      const term = asTerm(work.surface(item));
      if (term && !terms.has(folded(term))) terms.set(folded(term), { term, label: item.label });
    }
  }
  return terms;
}

// Terms that the person hid, as lines of LABEL<tab>term.
function denyList(works) {
  const terms = termsOf(works, (item) => hides(item) && item.kind !== "hidden");
  return [...terms.values()].map(({ term, label }) => `${label}\t${term}\n`).join("");
}

// Terms that the person left in the text, one a line. An allowed term is never hidden, so a term that is hidden
// elsewhere is left out.
function allowList(works) {
  const hidden = termsOf(works, hides);
  const left = termsOf(works, (item) => item.kind === "hidden" && !hides(item));
  return [...left].filter(([key]) => !hidden.has(key)).map(([, { term }]) => term + "\n").join("");
}

function save(name, text) {
  const link = element("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/octet-stream" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// Applies a line of corrections to a document; false if the line is about another text.
function takeCorrections(work, { text, spans }) {
  if (text !== work.text) return false;
  const toUnits = unitCounter(text);
  const inOrder = [...spans].sort((a, b) => a.start - b.start);
  const wanted = inOrder.map((span) => ({ start: toUnits(span.start), end: toUnits(span.end), label: span.label }));
  const isWanted = (item) => wanted.find((span) => span.start === item.start && span.end === item.end);
  work.items = work.items.map((item) => {
    const span = item.kind === "left" ? undefined : isWanted(item);
    if (span) return { ...item, label: span.label, state: "accepted" };
    return item.kind === "left" ? item : { ...item, state: "rejected" };
  });
  for (const span of wanted) {
    const isThere = work.items.some((item) => hides(item) && item.start === span.start && item.end === span.end);
    if (!isThere) work.items.push({ ...span, kind: "added", state: "accepted" });
  }
  byPlace(work.items);
  work.done = true;
  return true;
}

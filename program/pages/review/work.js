// SPDX-License-Identifier: Apache-2.0
// The decisions of a person about one document. Items are spans that were hidden ("hidden"), nearly hidden ("near"),
// found but left by the policy, an allowed term or a rule ("left"), or added by the person ("added"). Items are never
// changed in place: a decision makes a new list, so that undoing returns to the older list.

// The items of a document before any decision.
function itemsFound({ spans, review = [], explain = [] }) {
  const as = (kind) => (found) => ({ source: kind === "near" ? undefined : "model", ...found, kind, state: "open" });
  const isHidden = (one) => spans.some((span) => span.start <= one.start && one.end <= span.end);
  return byPlace([
    ...spans.map(as("hidden")), ...review.map(as("near")), ...explain.filter((one) => !isHidden(one)).map(as("left")),
  ]);
}

class Work {
  constructor(index, document) {
    this.index = index;
    this.document = document;
    this.text = document.text;
    this.done = false;
    this.decided = undefined;  // when the person at the page decided last
    this.readings = [];  // of reviewers whose corrections were taken up (merge.js)
    this.signed = undefined;  // who made them, until the person at the page decides
    this.items = itemsFound(document);
  }

  spans() {
    return this.items.filter(hides).map(({ start, end, label }) => ({ start, end, label }));
  }

  get isChanged() {
    const key = (spans) => spans.map(({ start, end, label }) => `${start} ${end} ${label}`).join("\n");
    return key(this.spans()) !== key(this.document.spans);
  }

  // The places at which reviewers differ and nobody has decided.
  get differences() {
    return this.items.filter((item) => item.versions && item.state === "open");
  }

  surface(item) {
    return this.text.slice(item.start, item.end);
  }
}

// Whether an item's text is hidden by the present decisions.
function hides(item) {
  return item.kind === "hidden" || item.kind === "added" ? item.state !== "rejected" : item.state === "accepted";
}

// An item under another label; it remembers its first one.
function labelled(item, label) {
  const { was = item.label, ...rest } = item;
  return was === undefined || was === label ? { ...rest, label } : { ...rest, label, was };
}

function byPlace(items) {
  return items.sort((a, b) => a.start - b.start || a.end - b.end);
}

// Words as a regular expression that matches them alone.
const literal = (words) => words.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

const WORD = /[\p{L}\p{M}\p{N}]/u;
const isWordAt = (text, at) => at >= 0 && at < text.length && WORD.test(characterAt(text, at));

// The whole character at a position, which may be the second half of a surrogate pair.
function characterAt(text, at) {
  const isSecond = (text.charCodeAt(at) & 0xfc00) === 0xdc00 && at > 0;
  return String.fromCodePoint(text.codePointAt(isSecond ? at - 1 : at));
}

// The range without white space at its ends, widened to whole words and characters; undefined if nothing is left.
function wholeWords(text, start, end) {
  while (start < end && /\s/.test(text[start])) ++start;
  while (start < end && /\s/.test(text[end - 1])) --end;
  if (start === end) return undefined;
  while (isWordAt(text, start) && isWordAt(text, start - 1)) --start;
  while (isWordAt(text, end - 1) && isWordAt(text, end)) ++end;
  if ((text.charCodeAt(start) & 0xfc00) === 0xdc00) --start;
  if ((text.charCodeAt(end) & 0xfc00) === 0xdc00) ++end;
  return { start, end };
}

// The items plus one that hides [start, end) together with all hidden items that it touches: hidden text stays hidden,
// spans never overlap, and the existing label stays. `from` is the item that the new one replaces.
function withHidden(items, { start, end }, label, from) {
  const touched = items.filter((item) => hides(item) && item.start < end && start < item.end);
  const added = {
    ...labelled(from ?? {}, touched[0]?.label ?? label),
    start: Math.min(start, ...touched.map((item) => item.start)),
    end: Math.max(end, ...touched.map((item) => item.end)), kind: "added", state: "accepted",
  };
  const isGone = (item) => item === from || (item.start < added.end && added.start < item.end);
  return { added, items: byPlace([...items.filter((item) => !isGone(item)), added]) };
}

// The places of a term in a text, as whole words, in any case and with any white space between words.
function placesOfTerm(text, term) {
  if (!WORD.test(term) || term.length > 200) return [];
  const pattern = term.split(/\s+/).map(literal).join("\\s+");
  const found = [];
  for (const { 0: match, index } of text.matchAll(new RegExp(pattern, "giu"))) {
    const place = { start: index, end: index + match.length };
    const isPart = (isWordAt(text, place.start) && isWordAt(text, place.start - 1)) ||
      (isWordAt(text, place.end - 1) && isWordAt(text, place.end));
    if (!isPart) found.push(place);
  }
  return found;
}

// The other places of the term at a place.
function equalPlaces(text, { start, end }) {
  return placesOfTerm(text, text.slice(start, end).trim()).filter((place) => place.end <= start || end <= place.start);
}

// The other places to which a change also applies. `change`: {does: "hide" | "reject" | "accept", start, end, label}.
function placesOfOffer(work, change) {
  const byStart = new Map(work.items.filter((item) => item.kind !== "left").map((item) => [item.start, item]));
  const hidden = work.items.filter(hides);
  return equalPlaces(work.text, change).filter((place) => {
    const item = byStart.get(place.start)?.end === place.end ? byStart.get(place.start) : undefined;
    if (change.does === "accept") return item && hides(item) && item.state === "open";
    if (change.does === "reject") return item && item.state !== "rejected" && (hides(item) || item.kind === "near");
    if (item && hides(item)) return item.label !== change.label;
    return !hidden.some((span) => span.start <= place.start && place.end <= span.end);
  });
}

// The items after a change at one place.
function afterChange(items, place, change) {
  const isThere = (item) => item.start === place.start && item.end === place.end && item.kind !== "left";
  if (change.does === "hide" && !items.some((item) => isThere(item) && hides(item))) {
    return withHidden(items, place, change.label).items;
  }
  const decided = (item) => ({
    ...(change.does === "hide" ? labelled(item, change.label) : item), state: change.does === "reject" ? "rejected" : "accepted",
  });
  return items.map((item) => (isThere(item) ? decided(item) : item));
}

// Disjoint pieces of the text with the item that each shows; hidden items cover others.
function piecesOf(items) {
  const rank = (item) => (hides(item) ? 0 : item.kind === "left" ? 2 : 1);
  const ends = [...new Set(items.flatMap((item) => [item.start, item.end]))].sort((a, b) => a - b);
  const pieces = [];
  let next = 0, here = [];
  for (let i = 0; i + 1 < ends.length; ++i) {
    while (next < items.length && items[next].start <= ends[i]) here.push(items[next++]);
    here = here.filter((item) => item.end > ends[i]);
    if (here.length === 0) continue;
    const item = here.reduce((best, other) => (rank(other) < rank(best) ? other : best));
    const last = pieces[pieces.length - 1];
    if (last?.item === item && last.end === ends[i]) last.end = ends[i + 1];
    else pieces.push({ start: ends[i], end: ends[i + 1], item });
  }
  return pieces;
}

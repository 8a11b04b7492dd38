// SPDX-License-Identifier: Apache-2.0
// The exports of the page: corrections as JSON lines, a deny list and an allow list.

// Offsets in UTF-16 units, ascending, as offsets in code points.
function codePointCounter(text) {
  let at = 0, points = 0;
  return (end) => {
    for (; at < end; at += text.codePointAt(at) > 0xffff ? 2 : 1) ++points;
    return points;
  };
}

// One line of gold for a document, whose spans count code points, with who decided and when. `reviewer`: the person at
// the page, whom corrections of others that were taken up do not name.
function goldLine(id, work, reviewer) {
  const toPoints = codePointCounter(work.text);
  const spans = work.spans().map(({ start, end, label }) => ({ start: toPoints(start), end: toPoints(end), label }));
  const { reviewers, reviewed } = work.signed ?? { reviewers: [undefined], reviewed: inSeconds(work.decided) };
  const names = reviewers.map((name) => name ?? reviewer).filter(Boolean);
  return JSON.stringify({ id, text: work.text, spans, reviewer: names.join(", ") || undefined, reviewed }) + "\n";
}

const inSeconds = (time) => time?.toISOString().replace(/\.\d+/, "");

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

// Terms that the person hid.
const deniedTerms = (works) => [...termsOf(works, (item) => hides(item) && item.kind !== "hidden").values()];

// As lines of LABEL<tab>term.
const denyList = (terms) => terms.map(({ term, label }) => `${label}\t${term}\n`).join("");

// Why a term hides more than a person means by it, if it is denied in every note; undefined if nothing says so. `works`:
// the opened documents, in which an ordinary word also stands without a capital.
function doubtOf(term, works) {
  if (!/\p{L}/u.test(term)) return term.replace(/\P{N}/gu, "").length < 6 ? "a short number" : undefined;
  if (folded(term).length < 4) return "a short word";
  if (/[^\p{L}\p{M}]/u.test(term) || term.toLowerCase() === term.toUpperCase()) return undefined;
  const lower = term.toLowerCase();
  const isOrdinary = works.some((work) => placesOfTerm(work.text, term).some(
    ({ start, end }) => work.text.slice(start, end) === lower));
  return isOrdinary ? "an ordinary word" : undefined;
}

// How often a term stands where nothing hides it.
function placesLeft(term, works) {
  return works.reduce((n, work) => {
    const hidden = work.items.filter(hides);
    const isHidden = (place) => hidden.some((item) => item.start < place.end && place.start < item.end);
    return n + placesOfTerm(work.text, term).filter((place) => !isHidden(place)).length;
  }, 0);
}

// The terms of a deny list that hide more than a person means: {term, label, why, left}.
function doubtfulTerms(terms, works) {
  return terms.map((one) => ({ ...one, why: doubtOf(one.term, works) })).filter(({ why }) => why)
    .map((one) => ({ ...one, left: placesLeft(one.term, works) }));
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

// SPDX-License-Identifier: Apache-2.0
// The run's entry for each document: whether it needs a person, and why.

const hasText = (entry) => entry.status !== "failed" && !entry.unshown;

// The place of a document among those that need a person: the lower, the sooner.
function need(entry) {
  if (entry.status === "failed") return 0;
  if (entry.status === "review") return 1;
  return entry.unshown ? 2 : 3;
}

// All documents: first those that need a person, with the nearest misses first.
function inOrderOfNeed(entries) {
  return entries.map((_, index) => index).sort((a, b) => need(entries[a]) - need(entries[b]) ||
    (entries[b].nearest ?? -Infinity) - (entries[a].nearest ?? -Infinity) || a - b);
}

const count = (n, one, many = one + "s") => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

// The reason that a person should look at a document, or that nobody must.
function whyOf(entry) {
  if (entry.status === "failed") return "withheld: " + entry.why;
  const reasons = [];
  if (entry.review) {
    const nearest = entry.nearest === undefined ? "" : `, nearest ${signed(entry.nearest)}`;
    reasons.push(count(entry.review, "place") + " nearly hidden" + nearest);
  }
  if (entry.unread) reasons.push(count(entry.unread, "file") + " inside removed unread");
  if (entry.dates) reasons.push(count(entry.dates, "date") + " left beside dates that move");
  if (entry.unshown) reasons.push("cannot be shown: " + entry.unshown);
  return reasons.length ? reasons.join("; ") : count(entry.spans, "place") + " hidden";
}

const signed = (score) => (score < 0 ? "\u2212" : "+") + Math.abs(score).toFixed(1);

// SPDX-License-Identifier: Apache-2.0
// The data of the page, as its file holds it: the run, with one line for each document, and the documents, each of which
// is parsed when it is opened. A server can give the same two things.

const store = {
  run: JSON.parse(document.getElementById("run").textContent),
  nodes: document.getElementsByClassName("data"),

  async document(index) {
    return JSON.parse(this.nodes[index].textContent);
  },

  // Whether a document's text matches `pattern` (see textPattern). The text comes first in a document's JSON, so what is
  // found must lie before the field that follows it; a note cannot hold that field's name unescaped.
  holds(index, pattern) {
    const json = this.nodes[index].textContent;
    const found = json.search(pattern);
    return found >= 0 && found < json.indexOf('","id":');
  },

  // Looks for what JSON makes of the words, as in the file.
  textPattern(words) {
    const json = JSON.stringify(words).slice(1, -1).replaceAll("<", "\\u003c");
    return new RegExp(literal(json), "iu");
  },
};

const hasText = (entry) => entry.status !== "failed" && !entry.unshown;

// Where a document belongs among those that need a person: the lower, the sooner.
function need(entry) {
  if (entry.status === "failed") return 0;
  if (entry.status === "review") return 1;
  return entry.unshown ? 2 : 3;
}

// The documents, those that need a person first; of these, those whose nearest miss was nearest.
function inOrderOfNeed(entries) {
  return entries.map((_, index) => index).sort((a, b) => need(entries[a]) - need(entries[b]) ||
    (entries[b].nearest ?? -Infinity) - (entries[a].nearest ?? -Infinity) || a - b);
}

const count = (n, one, many = one + "s") => `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

// Why a person should look at a document, or that nobody must.
function whyOf(entry) {
  if (entry.status === "failed") return "withheld: " + entry.why;
  const reasons = [];
  if (entry.review) {
    const nearest = entry.nearest === undefined ? "" : `, nearest ${signed(entry.nearest)}`;
    reasons.push(count(entry.review, "place") + " nearly hidden" + nearest);
  }
  if (entry.unread) reasons.push(count(entry.unread, "file") + " inside removed unread");
  if (entry.unshown) reasons.push("cannot be shown: " + entry.unshown);
  return reasons.length ? reasons.join("; ") : count(entry.spans, "place") + " hidden";
}

const signed = (score) => (score < 0 ? "\u2212" : "+") + Math.abs(score).toFixed(1);

// SPDX-License-Identifier: Apache-2.0
// The data of a page from a server: the run has no document at first, and each added note becomes one, with the record
// that POST /redact answers. They stay in this page.

// Offsets in code points as offsets in UTF-16 units.
function unitsOf(text) {
  if (!/[\ud800-\udfff]/.test(text)) return (point) => point;
  const units = [];
  let at = 0;
  for (const character of text) {
    units.push(at);
    at += character.length;
  }
  units.push(at);
  return (point) => units[point];
}

// A document of the page, and its entry in the run, from a record.
function documentOf(record, text) {
  const units = unitsOf(text);
  const place = ({ start, end }) => ({ start: units(start), end: units(end) });
  const spans = record.entities.map((one) => ({
    ...place(one), label: one.entity_type, score: one.score, source: one.source, sources: one.sources, labels: one.labels,
    replacement: one.replacement,
  }));
  const review = (record.review ?? []).map((one) => ({ ...place(one), label: one.entity_type, score: one.score }));
  const explain = (record.explain ?? []).map((one) => ({
    ...place(one), label: one.entity_type, score: one.score, source: one.source, origin: one.origin, left_out_by: one.left_out_by,
    inside: one.inside,
  }));
  return { text, spans, review, explain };
}

function entryOf(id, record) {
  const { status, entities, review = [], unread_files: unread, kept_dates: dates } = record;
  const nearest = review.length ? Math.max(...review.map((one) => one.score)) : undefined;
  return { id, status, spans: entities.length, review: review.length, nearest, unread, dates };
}

const store = {
  run: JSON.parse(document.getElementById("run").textContent),
  documents: [],
  token: "",

  async document(index) {
    return this.documents[index];
  },

  holds(index, pattern) {
    return pattern.test(this.documents[index].text ?? "");
  },

  textPattern(words) {
    return new RegExp(literal(words), "iu");
  },

  // Has a note redacted and adds it to the run, also if it is withheld. Returns a refusal if it is neither.
  async take(id, text) {
    const headers = { "Content-Type": "application/json" };
    if (this.token) headers.Authorization = "Bearer " + this.token;
    const request = { method: "POST", headers, cache: "no-store", credentials: "omit", redirect: "error" };
    let status, answer;
    try {
      const asked = { text, id, format: "text", explain: true, include_evidence: true };
      const response = await fetch("redact", { ...request, body: JSON.stringify(asked) });
      status = response.status;
      answer = await response.json();
    } catch {
      return { status, message: "the server does not answer" };
    }
    if (status !== 200 && status !== 422) return { status, message: answer.error };
    if (status === 200) this.add(entryOf(id, answer), documentOf(answer, text));
    else this.add({ id, status: "failed", why: answer.error }, {});
  },

  add(entry, document) {
    this.run.documents.push(entry);
    this.documents.push(document);
  },
};

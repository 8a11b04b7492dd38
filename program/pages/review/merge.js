// SPDX-License-Identifier: Apache-2.0
// Takes up corrections that were saved before. The spans of one reviewer for a document are a reading; of several readings
// the document gets what all agree on, and an item for each place at which they differ.

// Offsets in code points, ascending, as offsets in UTF-16 units.
function unitCounter(text) {
  let at = 0, points = 0;
  return (end) => {
    for (; points < end && at < text.length; ++points) at += text.codePointAt(at) > 0xffff ? 2 : 1;
    return at;
  };
}

const placeKey = ({ start, end }) => `${start} ${end}`;
const spanKey = (span) => `${placeKey(span)} ${span.label}`;

// The spans in every reading, and the ranges of text over which the other spans lie.
function compare(readings) {
  const seen = new Map();
  for (const span of readings.flatMap((reading) => reading.spans)) {
    const key = spanKey(span);
    seen.set(key, { span, n: (seen.get(key)?.n ?? 0) + 1 });
  }
  const all = [...seen.values()];
  const agreed = all.filter(({ n }) => n === readings.length).map(({ span }) => span);
  const ranges = [];
  for (const { start, end } of byPlace(all.filter(({ n }) => n < readings.length).map(({ span }) => span))) {
    const last = ranges.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else ranges.push({ start, end });
  }
  return { agreed, ranges };
}

// A place at which readings differ. It is hidden until a person decides.
function difference(range, readings) {
  const isHere = (span) => span.start < range.end && range.start < span.end;
  const versions = readings.map(({ who, spans }) => ({ who, spans: spans.filter(isHere) }));
  const [first] = versions.flatMap(({ spans }) => spans);
  return { ...range, label: first.label, kind: "added", state: "open", versions };
}

function itemsOfReadings(document, readings) {
  const { agreed, ranges } = compare(readings);
  const wanted = new Map(agreed.map((span) => [placeKey(span), span]));
  const isDisputed = (item) => ranges.some(({ start, end }) => item.start < end && start < item.end);
  const items = [];
  for (const item of itemsFound(document)) {
    const span = item.kind === "left" ? undefined : wanted.get(placeKey(item));
    if (span) items.push({ ...labelled(item, span.label), state: "accepted" });
    else if (item.kind === "left") items.push(item);
    else if (!isDisputed(item)) items.push({ ...item, state: "rejected" });
    if (span) wanted.delete(placeKey(item));
  }
  const added = [...wanted.values()].map((span) => ({ ...span, kind: "added", state: "accepted" }));
  return byPlace([...items, ...added, ...ranges.map((range) => difference(range, readings))]);
}

// Applies a line of corrections to a document, beside those that it has already; false if it is about another text.
function takeCorrections(work, { text, spans, reviewer, reviewed }) {
  if (text !== work.text) return false;
  const toUnits = unitCounter(text);
  const inOrder = [...spans].sort((a, b) => a.start - b.start);
  const taken = inOrder.map((span) => ({ start: toUnits(span.start), end: toUnits(span.end), label: span.label }));
  if (!work.signed) {  // what the person at the page decided is a reading too
    const isDecided = work.done || work.isChanged;
    work.readings = isDecided ? [{ spans: work.spans(), reviewed: inSeconds(work.decided) }] : [];
  }
  const others = work.readings.filter(({ who }) => who === undefined || who !== reviewer);
  const isNamed = typeof reviewer === "string" && reviewer !== "";
  work.readings = [...others, { who: isNamed ? reviewer : "no name", spans: taken, reviewed }];
  work.items = itemsOfReadings(work.document, work.readings);
  const names = work.readings.map(({ who }) => (who === "no name" ? "" : who));
  work.signed = { reviewers: [...new Set(names)], reviewed: work.readings.map((one) => one.reviewed).sort().at(-1) };
  work.done = !work.differences.length;
  return true;
}

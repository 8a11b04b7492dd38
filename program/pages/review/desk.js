// SPDX-License-Identifier: Apache-2.0
// The state of the page: the opened documents, the current document, its current item or the selected text, and the
// steps that can be undone. It knows nothing of the page itself; `changed` is called after every change.

const noText = (index) => ({ index, text: "", items: [] });

class Desk {
  constructor(run, changed) {
    this.run = run;
    this.changed = changed;
    this.works = new Map();  // by index, of documents that were opened
    this.work = noText(-1);
    this.current = undefined;  // an item of the open document
    this.picked = undefined;  // or a range of its text
    this.offer = undefined;  // a change that can be repeated at equal places: {places, change}
    this.steps = [];
    this.label = run.labels[0]?.label ?? "OTHER";  // for a new span
  }

  async take(index) {
    if (!this.works.has(index)) this.works.set(index, new Work(index, await store.document(index)));
    return this.works.get(index);
  }

  async open(index) {
    this.work = hasText(this.run.documents[index]) ? await this.take(index) : noText(index);
    const first = this.work.items.find((item) => item.kind === "near" && item.state === "open") ?? this.work.items[0];
    Object.assign(this, { current: first, picked: undefined, offer: undefined });
    this.changed("document");
  }

  step(by) {
    const { items } = this.work;
    if (!items.length) return;
    const at = this.picked ? this.picked.start : this.current?.start ?? -1;
    let next = this.current && !this.picked ? items.indexOf(this.current) + by :
      by > 0 ? items.findIndex((item) => item.start >= at) : items.findLastIndex((item) => item.start < at);
    next = Math.max(0, Math.min(items.length - 1, next));
    this.choose(items[next]);
  }

  choose(item) {
    Object.assign(this, { current: item, picked: undefined });
    this.changed("place");
  }

  pick(range) {
    const whole = range && wholeWords(this.work.text, range.start, range.end);
    this.picked = whole;
    if (whole) this.offer = undefined;
    this.changed("place");
  }

  // Selects the next word, or the one before.
  pickWord(by) {
    const from = this.picked ?? this.current ?? { start: 0, end: 0 };
    const word = by > 0 ? wordAfter(this.work.text, from.end) : wordBefore(this.work.text, from.start);
    if (word) this.pick(word);
  }

  // Adds the next word to the selection, or takes the last one from it.
  stretch(by) {
    if (!this.picked) return this.pickWord(by);
    const { start, end } = this.picked;
    const { text } = this.work;
    const last = by > 0 ? wordAfter(text, end) : wordBefore(text, wordBefore(text, end)?.start ?? 0);
    if (last && last.end > start) this.pick({ start, end: last.end });
  }

  remember() {
    const { work, current } = this;
    this.steps.push({ work, items: work.items, done: work.done, current });
  }

  // Puts new items in place, as one step or as a part of the last one.
  apply(items, current, change, isPart = false) {
    if (!isPart) this.remember();
    this.work.items = items;
    const places = change ? placesOfOffer(this.work, change) : [];
    Object.assign(this, { current, picked: undefined, offer: places.length ? { places, change } : undefined });
    this.changed("decision");
  }

  decide(item, made, does, isPart) {
    const decided = { ...item, ...made };
    const items = this.work.items.map((one) => (one === item ? decided : one));
    this.apply(items, decided, { does, start: item.start, end: item.end, label: decided.label }, isPart);
  }

  accept() {
    const item = this.current;
    if (this.picked || !item) return this.hide();
    if (item.kind === "hidden" || item.kind === "added") {
      return this.decide(item, { state: "accepted" }, hides(item) ? "accept" : "hide");
    }
    this.hideRange(wholeWords(this.work.text, item.start, item.end) ?? item, item.label ?? this.label, item);
  }

  reject() {
    if (this.picked || !this.current) return;
    this.decide(this.current, { state: "rejected" }, "reject");
  }

  // Hides the selected text, or the current item.
  hide() {
    if (this.picked) this.hideRange(this.picked, this.label);
    else if (this.current && !hides(this.current)) this.accept();
  }

  hideRange(range, label, from) {
    const { added, items } = withHidden(this.work.items, range, label, from);
    this.apply(items, added, { does: "hide", start: added.start, end: added.end, label: added.label });
  }

  relabel(label) {
    this.label = label;
    const item = this.current;
    if (this.picked || !item || !hides(item) || item.label === label) return this.changed("place");
    // While the first letters of a label are typed, other labels are chosen on the way.
    this.decide(item, { label, state: "accepted" }, "hide", item === this.relabelled);
    this.relabelled = this.current;
  }

  // Repeats the last change at equal places.
  takeOffer() {
    if (!this.offer) return;
    const { places, change } = this.offer;
    const { current } = this;
    const items = places.reduce((all, place) => afterChange(all, place, change), this.work.items);
    this.apply(items, items.includes(current) ? current : items[0]);
  }

  dismiss() {
    Object.assign(this, { offer: undefined, picked: undefined });
    this.changed("place");
  }

  finish() {
    if (!(this.work instanceof Work)) return;
    this.remember();
    this.work.done = !this.work.done;
    this.changed("decision");
  }

  // Undoes the last step. Returns its document.
  undo() {
    const step = this.steps.pop();
    if (!step) return undefined;
    Object.assign(step.work, { items: step.items, done: step.done });
    Object.assign(this, { work: step.work, current: step.current, picked: undefined, offer: undefined });
    return step.work;
  }

  // The documents to export: those that were changed or are done, in the order of the run.
  finished() {
    return [...this.works.values()].filter((work) => work.done || work.isChanged).sort((a, b) => a.index - b.index);
  }
}

function wordAfter(text, at) {
  const words = /[\p{L}\p{M}\p{N}]+/gu;
  words.lastIndex = at;
  const found = words.exec(text);
  return found ? { start: found.index, end: found.index + found[0].length } : undefined;
}

// The last word that ends at or before `at`. It looks back as far as words and the marks between them go.
function wordBefore(text, at) {
  for (let reach = 200; ; reach *= 4) {
    const from = Math.max(0, at - reach);
    const found = [...text.slice(from, at).matchAll(/[\p{L}\p{M}\p{N}]+/gu)].pop();
    if (found && (found.index > 0 || from === 0)) {
      return { start: from + found.index, end: from + found.index + found[0].length };
    }
    if (from === 0) return undefined;
  }
}

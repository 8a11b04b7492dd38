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
    const { items, differences = [] } = this.work;
    const first = differences[0] ?? items.find((item) => item.kind === "near" && item.state === "open") ?? items[0];
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

  // Begins a step, after which the decisions about the document are those of the person at the page.
  remember() {
    const { work, current } = this;
    const { items, done, decided, signed } = work;
    this.steps.push({ work, current, before: { items, done, decided, signed } });
    Object.assign(work, { decided: new Date(), signed: undefined });
  }

  // Puts new items in place, as one step.
  apply(items, current, change) {
    this.remember();
    this.work.items = items;
    const places = change ? placesOfOffer(this.work, change) : [];
    Object.assign(this, { current, picked: undefined, offer: places.length ? { places, change } : undefined });
    this.changed("decision");
  }

  decide(item, decided, does) {
    const items = this.work.items.map((one) => (one === item ? decided : one));
    this.apply(items, decided, { does, start: item.start, end: item.end, label: decided.label });
  }

  accept() {
    const item = this.current;
    if (this.picked || !item) return this.hide();
    if (item.kind === "hidden" || item.kind === "added") {
      return this.decide(item, { ...item, state: "accepted" }, hides(item) ? "accept" : "hide");
    }
    this.hideItem(item, item.label ?? this.label);
  }

  hideItem(item, label) {
    this.hideRange(wholeWords(this.work.text, item.start, item.end) ?? item, label, item);
  }

  reject() {
    if (this.picked || !this.current) return;
    this.decide(this.current, { ...this.current, state: "rejected" }, "reject");
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

  // Gives the current item a label, which hides it. Text that is selected gets the label when it is hidden.
  relabel(label) {
    this.label = label;
    const item = this.current;
    if (this.picked || !item || (hides(item) && item.label === label)) return this.changed("place");
    if (item.kind === "near" || item.kind === "left") return this.hideItem(item, label);
    this.decide(item, { ...labelled(item, label), state: "accepted" }, "hide");
  }

  // Takes one reviewer's version of a place at which reviewers differ.
  takeVersion(number) {
    const item = this.picked ? undefined : this.current;
    const version = item?.versions?.[number];
    if (!version) return;
    if (!version.spans.length) return this.reject();
    const spans = version.spans.map((span) => ({ ...span, kind: "added", state: "accepted" }));
    this.apply(byPlace([...this.work.items.filter((one) => one !== item), ...spans]), spans[0]);
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
    const [open] = this.work.differences;
    if (open) return this.choose(open);
    this.remember();
    this.work.done = !this.work.done;
    this.changed("decision");
  }

  // Undoes the last step. Returns its document.
  undo() {
    const step = this.steps.pop();
    if (!step) return undefined;
    Object.assign(step.work, step.before);
    Object.assign(this, { work: step.work, current: step.current, picked: undefined, offer: undefined });
    return step.work;
  }

  // The documents to export, in the order of the run: those that were changed or are done, unless reviewers differ.
  finished() {
    const isFinished = (work) => (work.done || work.isChanged) && !work.differences.length;
    return [...this.works.values()].filter(isFinished).sort((a, b) => a.index - b.index);
  }

  // The documents about which reviewers differ.
  disputed() {
    return [...this.works.values()].filter((work) => work.differences.length);
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

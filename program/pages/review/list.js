// SPDX-License-Identifier: Apache-2.0
// The list of documents: only the entries in sight exist, whatever their number.

const ENTRY_HEIGHT = 52;  // pixels, as in the style

class DocumentList {
  // `open(index)` is called when a document is chosen; `workOf(index)` returns the decisions about it.
  constructor(root, entries, open, workOf) {
    Object.assign(this, { root, entries, open, workOf, shown: [], current: -1 });
    this.room = element("div", "room");
    this.room.setAttribute("role", "presentation");
    root.append(this.room);
    root.addEventListener("scroll", () => this.draw());
    new ResizeObserver(() => this.draw()).observe(root);
    root.addEventListener("click", (event) => {
      const entry = event.target.closest(".entry");
      if (entry) open(Number(entry.dataset.index));
    });
  }

  // Shows these documents, in this order.
  show(indices) {
    this.shown = indices;
    this.room.style.height = `${indices.length * ENTRY_HEIGHT}px`;
    this.draw();
  }

  select(index) {
    this.current = index;
    const top = this.shown.indexOf(index) * ENTRY_HEIGHT;
    const { scrollTop, clientHeight } = this.root;
    if (top >= 0 && (top < scrollTop || top + ENTRY_HEIGHT > scrollTop + clientHeight)) {
      this.root.scrollTop = top - clientHeight / 2;
    }
    this.draw();
  }

  // The document `step` entries after the current one; undefined at the end.
  beside(step) {
    return this.shown[this.shown.indexOf(this.current) + step];
  }

  draw() {
    const first = Math.max(0, Math.floor(this.root.scrollTop / ENTRY_HEIGHT) - 4);
    const last = Math.ceil((this.root.scrollTop + this.root.clientHeight) / ENTRY_HEIGHT) + 4;
    this.room.replaceChildren(...this.shown.slice(first, last).map((index, i) => this.entry(index, first + i)));
    const active = document.getElementById("entry-" + this.current);
    if (active) this.root.setAttribute("aria-activedescendant", active.id);
    else this.root.removeAttribute("aria-activedescendant");
  }

  entry(index, position) {
    const about = this.entries[index], work = this.workOf(index);
    const entry = element("div", "entry " + about.status);
    entry.id = "entry-" + index;
    entry.dataset.index = index;
    entry.setAttribute("role", "option");
    entry.setAttribute("aria-selected", String(index === this.current));
    entry.setAttribute("aria-setsize", this.shown.length);
    entry.setAttribute("aria-posinset", position + 1);
    entry.style.top = `${position * ENTRY_HEIGHT}px`;
    const id = element("b");
    id.dir = "auto";
    appendText(id, about.id, 0, about.id.length);
    const n = work?.differences.length;
    const state = n ? "disputed" : work?.done ? "done" : work?.isChanged ? "changed" : "";
    entry.append(id, element("span", "state " + state, n ? count(n, "difference") : state), element("small", "", whyOf(about)));
    return entry;
  }
}

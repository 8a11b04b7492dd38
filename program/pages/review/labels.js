// SPDX-License-Identifier: Apache-2.0
// The dialog in which a label is chosen: a field for letters of it, and the labels that have them.

class LabelChooser {
  // `choose(label)` is called when a label is chosen.
  constructor(dialog, labels, choose) {
    Object.assign(this, { dialog, labels, choose, active: undefined });
    this.field = dialog.querySelector("input");
    this.list = dialog.querySelector("[role=listbox]");
    // A finger points at the list, which a keyboard on the screen would cover.
    if (window.matchMedia("(pointer: coarse)").matches) this.field.inputMode = "none";
    this.field.addEventListener("input", () => this.draw());
    this.field.addEventListener("keydown", (event) => this.onKey(event));
    this.list.addEventListener("click", (event) => {
      const option = event.target.closest("[role=option]");
      if (option) this.take(option.dataset.label);
    });
  }

  // Opens it at a label.
  open(label) {
    this.field.value = "";
    this.active = label;
    this.draw();
    this.dialog.showModal();
    this.field.focus();
  }

  draw() {
    const letters = this.field.value.trim().toUpperCase();
    const begins = (label) => label.startsWith(letters);
    const has = (label) => !begins(label) && label.includes(letters);
    const shown = [...this.labels.filter(begins), ...this.labels.filter(has)];
    if (letters || !shown.includes(this.active)) this.active = shown[0];
    this.list.replaceChildren(...shown.map((label) => {
      const option = element("div", groupOf(label), label);
      Object.assign(option, { id: "label-" + label, role: "option" });
      option.dataset.label = label;
      return option;
    }));
    this.mark(this.active);
  }

  mark(label) {
    this.active = label;
    for (const option of this.list.children) option.setAttribute("aria-selected", String(option.dataset.label === label));
    if (label) this.field.setAttribute("aria-activedescendant", "label-" + label);
    else this.field.removeAttribute("aria-activedescendant");
    this.list.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }

  onKey(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" && this.active) this.take(this.active);
    if (step) {
      const shown = [...this.list.children].map((option) => option.dataset.label);
      this.mark(shown[Math.max(0, Math.min(shown.length - 1, shown.indexOf(this.active) + step))]);
    }
    if (step || event.key === "Enter") event.preventDefault();
  }

  take(label) {
    this.dialog.close();
    this.choose(label);
  }
}

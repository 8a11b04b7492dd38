// SPDX-License-Identifier: Apache-2.0
// Source and result side by side, in rows of whole lines. Only the rows in sight hold text, so that a note of any length
// opens at once.

const ROW_LENGTH = 1200;  // the least characters of a row, if line ends allow it
const ROW_LIMIT = 4000;  // the most: a longer line is divided

// The starts of the rows of a text.
function rowStarts(text) {
  const starts = [0];
  for (let at = 0; text.length - at > ROW_LENGTH;) {
    const line = text.indexOf("\n", at + ROW_LENGTH);
    let end = line < 0 ? text.length : line + 1;
    if (end - at > ROW_LIMIT) {
      const space = text.lastIndexOf(" ", at + ROW_LIMIT);
      end = space > at ? space + 1 : at + ROW_LIMIT;
      if ((text.charCodeAt(end) & 0xfc00) === 0xdc00) ++end;
    }
    if (end >= text.length) break;
    starts.push(end);
    at = end;
  }
  return starts;
}

// Labels in groups by meaning, each group with a colour of its own.
const GROUPS = {
  name: ["PATIENT", "DOCTOR", "FAMILY", "NAME", "USERNAME"],
  trait: ["AGE", "SEX", "NATIONALITY", "PROFESSION"],
  date: ["DATE"],
  place: ["STREET", "CITY", "STATE", "ZIP", "COUNTRY", "LOCATION", "HOSPITAL", "ORGANIZATION"],
  contact: ["PHONE", "FAX", "EMAIL", "URL", "IP"],
};
const groupOf = (label) => Object.keys(GROUPS).find((group) => GROUPS[group].includes(label)) ?? "id";

class NoteView {
  constructor(root) {
    this.root = root;
    this.rows = [];
    this.seen = new IntersectionObserver((entries) => entries.forEach((entry) => this.onSight(entry)),
      { root, rootMargin: "800px 0px" });
  }

  // Opens a text. `replacementOf` gives the result's text in place of an item.
  open(text, replacementOf) {
    this.seen.disconnect();
    this.text = text;
    this.replacementOf = replacementOf;
    const starts = rowStarts(text);
    this.rows = starts.map((start, i) => {
      const row = element("div", "row");
      row.append(element("div", "source"), element("div", "result"));
      const end = starts[i + 1] ?? text.length;
      row.style.height = `${Math.ceil((end - start) / 60) * 1.6}em`;  // until it is seen
      return { row, start, end, isFull: false };
    });
    this.ofRow = new Map(this.rows.map((one) => [one.row, one]));
    this.root.replaceChildren(...this.rows.map((one) => one.row));
    this.root.scrollTop = 0;
    this.rows.forEach((one) => this.seen.observe(one.row));
  }

  // Shows the items and the selection; rows out of sight follow when they come into sight.
  show(items, current, picked) {
    Object.assign(this, { pieces: piecesOf(items), current, picked });
    this.rows.filter((one) => one.isFull).forEach((one) => this.fill(one));
  }

  // Brings a position into sight.
  reveal(start) {
    const one = this.rows[this.rows.findLastIndex((row) => row.start <= start)];
    if (!one) return;
    this.fill(one);
    const mark = one.row.querySelector(".source .current, .source .picked") ?? one.row;
    const { top, bottom } = mark.getBoundingClientRect(), view = this.root.getBoundingClientRect();
    if (top < view.top + 24 || bottom > view.bottom - 24) mark.scrollIntoView({ block: "center" });
  }

  onSight({ target, isIntersecting }) {
    const one = this.ofRow.get(target);
    if (!one || isIntersecting === one.isFull) return;
    if (isIntersecting) return this.fill(one);
    target.style.height = `${target.getBoundingClientRect().height}px`;
    for (const cell of target.children) cell.replaceChildren();
    one.isFull = false;
  }

  fill(one) {
    const [source, result] = [element("div", "source"), element("div", "result")];
    let at = one.start;
    let next = this.firstPieceAfter(one.start);
    while (at < one.end) {
      const piece = this.pieces[next];
      const start = Math.min(piece?.start ?? one.end, one.end);
      if (at < start) {
        this.appendSource(source, at, start);
        appendText(result, this.text, at, start);
        at = start;
      } else {
        const end = Math.min(piece.end, one.end);
        this.appendSource(source, at, end, piece.item);
        this.appendResult(result, at, end, piece.item);
        at = end;
        ++next;
      }
    }
    one.row.replaceChildren(source, result);
    one.row.style.height = "";
    one.isFull = true;
  }

  firstPieceAfter(start) {
    let low = 0, high = this.pieces.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.pieces[middle].end <= start) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  // A piece of the source, divided where the selection begins and ends.
  appendSource(parent, start, end, item) {
    const { start: from = end, end: to = end } = this.picked ?? {};
    const cuts = [start, ...[from, to].filter((at) => start < at && at < end), end];
    for (let i = 0; i + 1 < cuts.length; ++i) {
      const isPicked = from <= cuts[i] && cuts[i] < to;
      let place = parent;
      if (item || isPicked) {
        place = element("mark", [item ? this.look(item) : "", isPicked ? "picked" : ""].join(" ").trim());
        if (item) place.item = item;
        parent.append(place);
      }
      appendText(place, this.text, cuts[i], cuts[i + 1]);
    }
  }

  appendResult(parent, start, end, item) {
    if (hides(item)) {
      if (start !== item.start) return;  // it is shown where the item begins
      const tag = element("mark", this.look(item));
      const shown = this.replacementOf(item);
      appendText(tag, shown, 0, shown.length);
      parent.append(tag);
    } else {
      const mark = element("mark", this.look(item));
      appendText(mark, this.text, start, end);
      parent.append(mark);
    }
  }

  look(item) {
    const kind = hides(item) ? "hidden " + groupOf(item.label) : item.state === "rejected" ? "rejected" : item.kind;
    const differs = item.versions && item.state === "open";
    return kind + (item.was && hides(item) ? " relabelled" : "") + (differs ? " differs" : "") +
      (item.state === "open" ? "" : " decided") + (item === this.current ? " current" : "");
  }

  // The part of the source that the mouse has selected; undefined if there is none.
  selection() {
    const selected = window.getSelection();
    if (!selected.rangeCount || selected.isCollapsed) return undefined;
    const range = selected.getRangeAt(0);
    if (!this.root.contains(range.commonAncestorContainer)) return undefined;
    const ends = [[range.startContainer, range.startOffset], [range.endContainer, range.endOffset]];
    const [start, end] = ends.map(([node, offset]) => this.placeOf(node, offset));
    return start < end ? { start, end } : undefined;
  }

  placeOf(node, offset) {
    const place = places.get(node);
    if (place && node.parentNode.className === "glyph") return offset > 0 ? place.end : place.start;
    if (place) return place.start + offset;
    const one = this.ofRow.get(node.closest?.(".row") ?? node.parentElement?.closest(".row"));
    if (!one) return offset > 0 ? this.text.length : 0;
    if (node.closest?.(".result")) return one.end;
    const leaves = document.createTreeWalker(node.childNodes[offset] ?? node, NodeFilter.SHOW_TEXT);
    const leaf = leaves.nextNode() ?? leaves.currentNode;
    if (node.childNodes[offset]) return places.get(leaf)?.start ?? one.start;
    return one.end;
  }
}

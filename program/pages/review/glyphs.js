// SPDX-License-Identifier: Apache-2.0
"use strict";

// Invisible characters, shown as marked names: they can hide text, or reverse its direction.
const CONTROLS = "NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US"
  .split(" ");
const GLYPH_NAMES = new Map([
  [0xad, "SHY"], [0x34f, "CGJ"], [0x61c, "ALM"], [0x180e, "MVS"], [0x200b, "ZWSP"], [0x200c, "ZWNJ"], [0x200d, "ZWJ"],
  [0x200e, "LRM"], [0x200f, "RLM"], [0x2028, "LS"], [0x2029, "PS"], [0x202a, "LRE"], [0x202b, "RLE"], [0x202c, "PDF"],
  [0x202d, "LRO"], [0x202e, "RLO"], [0x2060, "WJ"], [0x2066, "LRI"], [0x2067, "RLI"], [0x2068, "FSI"], [0x2069, "PDI"],
  [0xfeff, "BOM"], [0xfffc, "OBJ"], [0x7f, "DEL"],
]);
const INVISIBLE = new RegExp(
  "[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f" +
  "\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\uffff\\u{e0000}-\\u{e0fff}]",
  "gu");

function glyphName(character) {
  const code = character.codePointAt(0);
  return CONTROLS[code] ?? GLYPH_NAMES.get(code) ?? "U+" + code.toString(16).toUpperCase().padStart(4, "0");
}

// The position of a text node of the page in the note: {start, end} in UTF-16 units. A glyph's node is one character.
const places = new WeakMap();

function element(name, className = "", text = "") {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

function appendLeaf(parent, text, start, end) {
  const leaf = document.createTextNode(text);
  places.set(leaf, { start, end });
  parent.append(leaf);
}

// Appends text[start, end) to an element as text nodes and glyphs; it is never parsed as HTML.
function appendText(parent, text, start, end) {
  const piece = text.slice(start, end);
  let done = 0;
  for (const { 0: character, index } of piece.matchAll(INVISIBLE)) {
    const isLineEnd = character === "\r" && text[start + index + 1] === "\n";
    if (index > done) appendLeaf(parent, piece.slice(done, index), start + done, start + index);
    done = index + character.length;
    if (isLineEnd) continue;
    const glyph = element("span", "glyph");
    glyph.title = "U+" + character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0") + ", invisible";
    appendLeaf(glyph, glyphName(character), start + index, start + done);
    parent.append(glyph);
  }
  if (done < piece.length) appendLeaf(parent, piece.slice(done), start + done, end);
}

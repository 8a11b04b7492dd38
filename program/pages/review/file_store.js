// SPDX-License-Identifier: Apache-2.0
// The data of a page that is a file: the run, with one line for each document, and the documents, each of which is parsed
// when it is opened.

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

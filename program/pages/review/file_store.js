// SPDX-License-Identifier: Apache-2.0
// The data of a page that is a file: the run, with one line for each document, and the documents, each of which is parsed
// when it is opened.

const store = {
  run: JSON.parse(document.getElementById("run").textContent),
  nodes: document.getElementsByClassName("data"),

  async document(index) {
    return JSON.parse(this.nodes[index].textContent);
  },

  // Whether a document's text matches `pattern` (see textPattern). The text comes first in a document's JSON, so a
  // match must end before the next field, whose name a note cannot contain unescaped.
  holds(index, pattern) {
    const json = this.nodes[index].textContent;
    const found = json.search(pattern);
    return found >= 0 && found < json.indexOf('","id":');
  },

  // A pattern for the words as JSON escapes them in the file.
  textPattern(words) {
    const json = JSON.stringify(words).slice(1, -1).replaceAll("<", "\\u003c");
    return new RegExp(literal(json), "iu");
  },
};

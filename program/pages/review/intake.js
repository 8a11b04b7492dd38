// SPDX-License-Identifier: Apache-2.0
// Adds notes to a page from a server: pasted, or opened as files.

function pastedNote() {
  const isPasted = (entry) => /^pasted \d+$/.test(entry.id);
  const text = $("pasted").value.toWellFormed();
  return { id: `pasted ${run.documents.filter(isPasted).length + 1}`, bytes: async () => new TextEncoder().encode(text) };
}

// Adds one note. Throws if the server refuses it, now or for ever.
async function takeNote({ id, bytes }) {
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await bytes());
  } catch {
    return store.add({ id, status: "failed", why: "it is not text in UTF-8" }, {});
  }
  const refusal = await store.take(id, text);
  if (refusal) throw refusal;
}

// Adds notes one after the other, up to the first that the server refuses, and opens the first of them.
async function takeIn(notes) {
  const first = run.documents.length;
  const say = (state) => ($("intake-state").textContent = state);
  const hold = (isHeld) => ["send", "files"].forEach((id) => ($(id).disabled = isHeld));
  store.token = $("token").value;
  hold(true);
  try {
    for (const note of notes) {
      say(`${run.documents.length - first} of ${count(notes.length, "note")} done`);
      await takeNote(note);
    }
    say("");
    $("pasted").value = "";
    $("intake-dialog").close();
  } catch ({ status, message }) {
    say(message);
    if (status === 401) $("token-field").hidden = false;
  } finally {
    hold(false);
    $("files").value = "";
    if (run.documents.length > first) showNew(first);
  }
}

document.querySelector("header .tools").prepend($("take-in"));
$("take-in").addEventListener("click", () => showDialog("intake-dialog"));
keys.o = () => showDialog("intake-dialog");
$("send").addEventListener("click", () => $("pasted").value && takeIn([pastedNote()]));
$("files").addEventListener("change", () => {
  takeIn([...$("files").files].map((file) => ({ id: file.name, bytes: () => file.arrayBuffer() })));
});
$("key-list").prepend(element("dt"), element("dd", "", "open notes"));
$("key-list").firstChild.append(element("kbd", "", "O"));
$("promise").textContent = "What you decide stays in this page until you export it. Notes are sent to the server, which keeps none.";
$("title").textContent = "No note is open";
showDialog("intake-dialog");

// SPDX-License-Identifier: Apache-2.0
// The page: shows the desk, and turns clicks and keys into its methods.

const $ = (id) => document.getElementById(id);
const { run } = store;
let byNeed = inOrderOfNeed(run.documents);
const treatments = new Map(run.labels.map((one) => [one.label, one]));
const view = new NoteView($("note"));
const desk = new Desk(run, draw);
const chooser = new LabelChooser($("label-dialog"), run.labels.map(({ label }) => label), (label) => desk.relabel(label));
const list = new DocumentList($("list"), run.documents, open, (index) => desk.works.get(index));

// The result's text in place of an item: the program's replacement, or the tag of the label that the person chose.
function replacementOf(item) {
  const isWritten = item.replacement !== undefined && item.label === desk.work.document.spans.find(
    (span) => span.start === item.start && span.end === item.end)?.label;
  return isWritten ? item.replacement : treatments.get(item.label)?.placeholder ?? `[${item.label}]`;
}

async function open(index) {
  if (index === undefined) return;
  await desk.open(index);
  list.select(index);
}

// Shows new documents, of which this is the first.
async function showNew(first) {
  byNeed = inOrderOfNeed(run.documents);
  find();
  drawSummary();
  await open(first);
}

// Redraws after a change of `what`: the document, the place in it, or a decision.
function draw(what) {
  const { work } = desk;
  const about = run.documents[work.index];
  if (what === "document") {
    $("title").replaceChildren();
    appendText($("title"), about.id, 0, about.id.length);
    $("why").textContent = whyOf(about);
    view.open(work.text, replacementOf);
  }
  view.show(work.items, desk.current, desk.picked);
  const place = desk.picked ?? desk.current;
  if (place) view.reveal(place.start);
  drawItem();
  if (what !== "place") {
    $("done").setAttribute("aria-pressed", String(Boolean(work.done)));
    list.draw();
    drawSummary();
  }
}

const STATES = {
  hidden: { open: "hidden", accepted: "hidden, accepted", rejected: "left by you" },
  added: { open: "hidden until you decide", accepted: "hidden by you", rejected: "left by you" },
  near: { open: "nearly hidden", accepted: "hidden by you", rejected: "left, as you confirmed" },
  left: { open: "found and left", accepted: "hidden by you", rejected: "left, as you confirmed" },
};

function detailsOf(item) {
  const details = [STATES[item.kind][item.state]];
  if (item.was) details.unshift("was " + item.was);
  if (item.score) details.push("score " + signed(item.score));
  const sources = item.sources ?? (item.source ? [item.source] : []);
  if (sources.length) details.push("from " + sources.join(", "));
  for (const [source, labels] of Object.entries(item.labels ?? {})) details.push(`${source} says ${labels.join(", ")}`);
  if (item.origin) details.push(item.origin);
  if (item.left_out_by) details.push("left by " + item.left_out_by + (item.inside ? " " + item.inside : ""));
  return details.join(" \u00b7 ");
}

// The label of an item, or the one that selected text gets when it is hidden.
const labelOf = (place) => place?.label ?? desk.label;

// What each reviewer decided about a place at which they differ.
function drawVersions(versions = []) {
  const buttons = versions.map(({ who = "this page", spans }, number) => {
    const button = element("button", "", who + ": ");
    button.type = "button";
    for (const span of spans) {
      appendText(button, desk.work.text, span.start, span.end);
      button.append(" ", element("b", "", span.label), " ");
    }
    if (!spans.length) button.append("left ");
    button.append(element("kbd", "", String(number + 1)));
    button.addEventListener("click", () => desk.takeVersion(number));
    return button;
  });
  $("versions").replaceChildren(...buttons);
  $("versions").hidden = !buttons.length;
}

function drawItem() {
  const { work, picked, current: item } = desk;
  const place = picked ?? item;
  const about = element("span");
  if (place) {
    const quote = element("q");
    quote.dir = "auto";
    const end = Math.min(place.end, place.start + 80);
    appendText(quote, work.text, place.start, end);
    if (end < place.end) quote.append("\u2026");
    const position = picked ? "selected" : `${work.items.indexOf(item) + 1} of ${work.items.length}`;
    about.append(quote, " ");
    if (!picked && item.label) about.append(element("b", "", item.label), " ");
    about.append(element("small", "", picked ? position : `${detailsOf(item)} \u00b7 ${position}`));
  } else {
    about.textContent = work instanceof Work ? "Nothing was found. Select text to hide it." : "There is no text to show.";
  }
  $("about").replaceChildren(about);
  $("label").querySelector("b").textContent = labelOf(place);
  $("label").disabled = !place;
  drawVersions(picked ? undefined : item?.versions);
  const isHidden = !picked && item && hides(item);
  $("accept").firstChild.textContent = isHidden ? "Accept " : "Hide ";
  $("accept").disabled = !place;
  $("reject").disabled = !item || Boolean(picked);
  for (const id of ["previous", "next"]) $(id).disabled = !work.items.length;
  $("done").disabled = !(work instanceof Work);
  $("undo").disabled = !desk.steps.length;
  $("offer").hidden = !desk.offer;
  if (desk.offer) {
    $("offer").firstChild.textContent = `The same text stands at ${count(desk.offer.places.length, "other place")}. `;
  }
}

function drawSummary() {
  const n = (is) => run.documents.filter(is).length.toLocaleString("en");
  const done = [...desk.works.values()].filter((work) => work.done).length;
  $("summary").textContent = `${count(run.documents.length, "document")}, ${n((one) => need(one) < 3)} need a person, ` +
    `${n((one) => one.status === "failed")} withheld, ${done} done \u00b7 policy ${run.policy}, model ${run.model}`;
}

// Search: names at once, then texts in slices, so that typing is never delayed.
const SLICE_MS = 30;
const filters = {
  all: () => true,
  need: (index) => need(run.documents[index]) < 3,
  changed: (index) => desk.works.get(index)?.isChanged,
  open: (index) => !desk.works.get(index)?.done,
  done: (index) => desk.works.get(index)?.done,
  differ: (index) => desk.works.get(index)?.differences.length,
};
let search = 0;

async function find() {
  const number = ++search;
  const words = $("find").value.trim(), lower = words.toLowerCase();
  const candidates = byNeed.filter(filters[$("filter").value]);
  const isNamed = (index) => run.documents[index].id.toLowerCase().includes(lower);
  const named = words ? candidates.filter(isNamed) : candidates;
  const show = (found, isOver) => {
    list.show(found);
    $("found").textContent = count(found.length, "document") + (isOver ? "" : ", looking into the texts");
  };
  show(named, !words);
  if (!words) return;
  const pattern = store.textPattern(words);
  const found = new Set(named);
  let since = performance.now();
  for (const index of candidates) {
    if (!found.has(index) && store.holds(index, pattern)) found.add(index);
    if (performance.now() - since < SLICE_MS) continue;
    show([...found], false);
    await new Promise((resume) => setTimeout(resume));
    if (number !== search) return;
    since = performance.now();
  }
  show([...found], true);
}

async function finishDocument() {
  desk.finish();
  if (desk.work.done) await open(list.beside(1));
}

async function undo() {
  const { work: before } = desk;
  const work = desk.undo();
  if (!work) return;
  if (work !== before) list.select(work.index);
  draw(work === before ? "decision" : "document");
}

function drawExport() {
  const works = desk.finished();
  $("exported").textContent = count(works.length, "document") + (works.length === 1 ? " is" : " are") +
    " changed or done. A document that is exported says that its spans are right, and all of them." + disputes();
  for (const id of ["save-corrections", "save-deny", "save-allow"]) $(id).disabled = !works.length;
  drawDoubts(doubtfulTerms(deniedTerms(works), [...desk.works.values()]));
}

function disputes() {
  const n = desk.disputed().length;
  return n ? ` Reviewers differ about ${count(n, "document")}, which the list shows: decide there before you export.` : "";
}

// Terms of the deny list that hide too much, each with a box that keeps it.
function drawDoubts(terms) {
  const boxes = terms.map(({ term, label, why, left }) => {
    const line = element("label"), box = element("input");
    Object.assign(box, { type: "checkbox", checked: true, value: term });
    line.append(box, " ");
    appendText(line, term, 0, term.length);
    const places = left ? `, which stands at ${count(left, "other place")} of the opened notes` : "";
    line.append(" ", element("b", "", label), element("small", "", ` ${why}${places}`));
    return line;
  });
  $("doubtful").replaceChildren($("doubtful").firstElementChild, ...boxes);
  $("doubtful").hidden = !boxes.length;
}

function saveDenyList() {
  const unticked = new Set([...$("doubtful").querySelectorAll("input:not(:checked)")].map((box) => box.value));
  save("deny.txt", denyList(deniedTerms(desk.finished()).filter(({ term }) => !unticked.has(term))));
}

// Opens files of corrections and applies those whose text is that of the document.
async function openCorrections(files) {
  const texts = await Promise.all([...files].map((file) => file.text()));
  const lines = texts.flatMap((text) => text.split("\n")).filter((line) => line.trim());
  const byId = Map.groupBy(run.documents.keys(), (index) => run.documents[index].id);
  let taken = 0;
  for (const line of lines) {
    try {
      const correction = JSON.parse(line);
      for (const index of byId.get(String(correction.id)) ?? []) {
        if (hasText(run.documents[index]) && takeCorrections(await desk.take(index), correction)) ++taken;
      }
    } catch (error) {
      if (!(error instanceof SyntaxError) && !(error instanceof TypeError)) throw error;
    }
  }
  desk.steps = [];
  $("opened").textContent = `${taken} of ${count(lines.length, "line")} fit documents of this page.`;
  $("open").value = "";
  drawExport();
  find();
  drawSummary();
  if (run.documents.length) await desk.open(desk.work.index);
}

function showDialog(id) {
  if (id === "export-dialog") drawExport();
  $(id).showModal();
}

function chooseLabel() {
  const place = desk.picked ?? desk.current;
  if (place) chooser.open(labelOf(place));
}

function saveCorrections() {
  const reviewer = $("reviewer").value.trim();
  save("corrections.jsonl", desk.finished().map((work) => goldLine(run.documents[work.index].id, work, reviewer)).join(""));
}

function showOtherSide() {
  const isResult = $("document").classList.toggle("shows-result");
  $("side").firstChild.textContent = isResult ? "Show the source " : "Show the result ";
}

const actions = {
  undo, before: () => open(list.beside(-1)), after: () => open(list.beside(1)), done: finishDocument,
  previous: () => desk.step(-1), next: () => desk.step(1), accept: () => desk.accept(), reject: () => desk.reject(), label: chooseLabel,
  same: () => desk.takeOffer(), only: () => desk.dismiss(), side: showOtherSide,
  export: () => showDialog("export-dialog"), help: () => showDialog("help-dialog"),
  "save-corrections": saveCorrections,
  "save-deny": saveDenyList,
  "save-allow": () => save("allow.txt", allowList(desk.finished())),
};
const keys = {
  n: actions.next, j: actions.next, p: actions.previous, k: actions.previous,
  a: actions.accept, h: actions.accept, r: actions.reject, l: chooseLabel, s: actions.same, Escape: actions.only, u: undo,
  w: () => desk.pickWord(1), b: () => desk.pickWord(-1), W: () => desk.stretch(1), B: () => desk.stretch(-1),
  d: finishDocument, "[": actions.before, "]": actions.after, "/": () => $("find").select(),
  v: showOtherSide, e: actions.export, "?": actions.help,
};

function onKey(event) {
  if (document.querySelector("dialog[open]") || !$("desk").offsetParent) return;
  const isUndo = event.key === "z" && (event.ctrlKey || event.metaKey);
  const isText = event.target.matches("input");  // letters are for it; everywhere else they are keys of the page
  if (event.target.matches("input, select") && (event.key === "Escape" || event.key === "Enter")) {
    event.preventDefault();
    return $("note").focus();
  }
  if (isText || event.altKey || ((event.ctrlKey || event.metaKey) && !isUndo)) return;
  if (event.target === $("list") && ["ArrowDown", "ArrowUp"].includes(event.key)) {
    event.preventDefault();
    return open(list.beside(event.key === "ArrowDown" ? 1 : -1));
  }
  if (/^[1-9]$/.test(event.key)) return desk.takeVersion(Number(event.key) - 1);
  const action = isUndo ? undo : keys[event.key] ?? (event.shiftKey ? undefined : keys[event.key.toLowerCase()]);
  if (!action || (event.target.matches("button") && event.key === "Enter")) return;
  event.preventDefault();
  action();
}

function listen() {
  for (const [id, action] of Object.entries(actions)) $(id).addEventListener("click", action);
  document.addEventListener("keydown", onKey);
  $("find").addEventListener("input", find);
  $("find").addEventListener("keydown", (event) => event.key === "Enter" && open(list.shown[0]));
  $("filter").addEventListener("change", find);
  $("open").addEventListener("change", () => openCorrections($("open").files));
  $("note").addEventListener("mouseup", (event) => {
    const selected = view.selection();
    const { item } = event.target.closest("mark") ?? {};
    window.getSelection().removeAllRanges();
    if (selected) desk.pick(selected);
    else if (item) desk.choose(item);
  });
  // In a report, the desk appears when the reader goes to it.
  window.addEventListener("hashchange", () => desk.work && draw("place"));
  window.addEventListener("beforeunload", (event) => desk.steps.length && event.preventDefault());
}

listen();
find();
drawSummary();
if (byNeed.length) open(byNeed[0]);
else drawItem();

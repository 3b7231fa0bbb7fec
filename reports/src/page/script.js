"use strict";
// Sorts, filters and unfolds; the page says everything without it.
for (const table of document.querySelectorAll("table.cases")) {
  const bodies = [...table.tBodies];
  const worst = (body) => Number(body.dataset.worst ?? Infinity);
  const tools = document.createElement("div");
  tools.className = "tools";
  const field = (name, element) => {
    const label = document.createElement("label");
    label.append(name, element);
    tools.append(label);
    return element;
  };
  const words = field("Show cases with", document.createElement("input"));
  words.type = "search";
  const verdict = field("and a verdict", document.createElement("select"));
  for (const name of ["any", "better", "worse", "equivalent", "inconclusive"]) verdict.add(new Option(name));
  const order = field("in order", document.createElement("select"));
  order.add(new Option("of the registry"));
  order.add(new Option("of their lowest ratio"));
  const count = document.createElement("span");
  count.setAttribute("role", "status");
  tools.append(count);
  const update = () => {
    let shown = 0;
    for (const body of bodies) {
      const named = body.textContent.toLowerCase().includes(words.value.trim().toLowerCase());
      const judged = verdict.value === "any" || body.querySelector(`.verdict.${verdict.value}`);
      body.hidden = !(named && judged);
      shown += body.hidden ? 0 : 1;
    }
    count.textContent = `${shown} of ${bodies.length}`;
  };
  words.addEventListener("input", update);
  verdict.addEventListener("change", update);
  order.addEventListener("change", () => {
    const sorted = order.selectedIndex ? [...bodies].sort((a, b) => worst(a) - worst(b)) : bodies;
    table.append(...sorted);
  });
  table.closest(".scroll").before(tools);
}
// A link to a case, or to anything folded, opens what hides it.
const unfold = () => {
  let place;
  try { place = document.getElementById(decodeURIComponent(location.hash.slice(1))); } catch { return; }
  for (let at = place; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
};
addEventListener("hashchange", unfold);
unfold();

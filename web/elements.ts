/// <reference lib="dom" />
/** The element of the page with an id. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`The page has no element ${id}`);
  return element as T;
}

/** Makes an element with a text. */
export function make(name: string, text = "", kind = ""): HTMLElement {
  const element = document.createElement(name);
  element.textContent = text;
  if (kind !== "") element.className = kind;
  return element;
}

import { withoutEntities } from '../../bank-fields.ts';

/** An element as fast-xml-parser gives it: its children by name, attributes by `@name`, and its text as `#text`. */
export type Element = { readonly [name: string]: unknown };

/** The elements under a name: none, one or several; an element without children is one with its text. */
export function all(value: unknown): Element[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map((child) =>
    typeof child === 'object' && child !== null ? (child as Element) : { '#text': child },
  );
}

/** All elements at a path, of several parents too. */
export function allAt(element: Element, ...path: readonly string[]): Element[] {
  return path.reduce((elements, name) => elements.flatMap((parent) => all(parent[name])), [element]);
}

/** The first element at a path; one without anything where there is none. */
export function firstAt(element: Element, ...path: readonly string[]): Element {
  return path.reduce((parent, name) => all(parent[name])[0] ?? {}, element);
}

/** The text of the first element at a path, with its entities decoded; '' where there is none. */
export function textAt(element: Element, ...path: readonly string[]): string {
  const text = firstAt(element, ...path)['#text'];
  return typeof text === 'string' ? withoutEntities(text) : '';
}

import { withoutEntities } from '../../bank-fields.ts';

/** An element as fast-xml-parser gives it: its children by name, attributes by `@name`, and its text as `#text`. */
export type Element = { readonly [name: string]: unknown };

/** The elements under a name: none, one or several; an element without children is one with its text. */
export function all(value: unknown): Element[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map((one) =>
    typeof one === 'object' && one !== null ? (one as Element) : { '#text': one },
  );
}

/** All elements at a path, of several parents too. */
export function allAt(element: Element, ...path: readonly string[]): Element[] {
  return path.reduce((found, name) => found.flatMap((one) => all(one[name])), [element]);
}

/** The first element at a path; one without anything where there is none. */
export function at(element: Element, ...path: readonly string[]): Element {
  return path.reduce((one, name) => all(one[name])[0] ?? {}, element);
}

/** The text of the first element at a path, with its entities decoded; '' where there is none. */
export function textAt(element: Element, ...path: readonly string[]): string {
  const text = at(element, ...path)['#text'];
  return typeof text === 'string' ? withoutEntities(text) : '';
}

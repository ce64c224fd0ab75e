import { comparableText } from '#ledger/model/comparable-text.ts';

/** Longer texts are compared by their beginnings. */
const COMPARED_MAX = 60;

/** The name that is nearest to a text: the fewest letters to put in, take out or replace. Null if there is none. */
export function nearest(text: string, names: readonly string[]): string | null {
  const compared = (each: string) => comparableText(each.slice(0, COMPARED_MAX));
  const wanted = compared(text);
  const distances = names.map((name) => ({ name, distance: distanceOf(wanted, compared(name)) }));
  return distances.sort((one, other) => one.distance - other.distance)[0]?.name ?? null;
}

function distanceOf(text: string, other: string): number {
  const letters = [...text].slice(0, COMPARED_MAX);
  let row = Array.from({ length: letters.length + 1 }, (_, index) => index);
  for (const letter of [...other].slice(0, COMPARED_MAX)) {
    const next = [(row[0] ?? 0) + 1];
    for (const [index, each] of letters.entries()) {
      const replaced = (row[index] ?? 0) + (each === letter ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

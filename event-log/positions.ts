import { positionOf } from './logged-event.ts';

/** Whether a text is a position of some event log. What an older server leaves out, and what was tampered with, is none. */
export function isPosition(text: string | null): text is string {
  return text !== null && /^\d{1,20}\/\d{1,20}$/.test(text);
}

/** Whether a position of the log lies after another one. Both have to be positions. */
export function isAfter(position: string, other: string): boolean {
  const [one, two] = [positionOf(position), positionOf(other)];
  return one.commit === two.commit ? one.prepare > two.prepare : one.commit > two.commit;
}

import { positionOf } from './logged-event.ts';

/** Whether a text is a position; false for null, which an older server sends, and for text that was tampered with. */
export function isPosition(text: string | null): text is string {
  return text !== null && /^\d{1,20}\/\d{1,20}$/.test(text);
}

/** Whether `position` is after `other`. Throws when either is no position. */
export function isAfter(position: string, other: string): boolean {
  const [left, right] = [positionOf(position), positionOf(other)];
  return left.commit === right.commit ? left.prepare > right.prepare : left.commit > right.commit;
}

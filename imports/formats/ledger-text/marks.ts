import type { Journal, WrittenLine } from './journal.ts';

/** The decimal mark that a number tells by itself, or null if it has none, or three digits behind one. */
export function markTold(number: string): '.' | ',' | null {
  const last = Math.max(number.lastIndexOf('.'), number.lastIndexOf(','));
  if (last < 0) return null;
  const mark = number[last] as '.' | ',';
  const otherMark = mark === '.' ? ',' : '.';
  if (number.includes(otherMark)) return mark;
  if (number.indexOf(mark) !== last) return otherMark;
  return number.length - last - 1 === 3 ? null : mark;
}

/**
 * The decimal mark of each commodity of a journal: as declared, else as the commodity's numbers show it, else as all
 * numbers do; a point if none does.
 */
export function marksOf({ format, marks, entries, balances }: Journal): (commodity: string) => '.' | ',' {
  if (format === 'beancount') return () => '.';
  const told = new Map<string, '.' | ','>();
  const learn = (written: WrittenLine | null) => {
    const mark = written && markTold(written.number);
    if (!mark) return;
    if (!told.has(written.commodity)) told.set(written.commodity, mark);
    if (!told.has('')) told.set('', mark);
  };
  for (const { holds } of balances) learn(holds);
  for (const { amount, holds } of entries.flatMap(({ postings }) => postings)) {
    if (amount !== 'unread') {
      learn(amount);
      learn(amount?.cost ?? null);
    }
    learn(holds);
  }
  return (commodity) => marks.get(commodity) ?? marks.get('') ?? told.get(commodity) ?? told.get('') ?? '.';
}

import { expect, test } from 'vitest';
import { changesByEntry } from './changes-by-entry.ts';

const change = (entry: string, field: string, before: unknown, after: unknown) => ({ entry, field, before, after });

test('the changes of an entry are together, each field once: as it was first, and as it is in the end', () => {
  const changes = [
    change('one', 'amount', 1, 2),
    change('two', 'title', 'a', 'b'),
    change('one', 'amount', 2, 3),
    change('one', 'date', null, '2026-11-20'),
  ];
  expect(changesByEntry(changes)).toEqual([
    { entry: 'one', changes: [change('one', 'amount', 1, 3), change('one', 'date', null, '2026-11-20')] },
    { entry: 'two', changes: [change('two', 'title', 'a', 'b')] },
  ]);
});

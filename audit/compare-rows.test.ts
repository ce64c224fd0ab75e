import { expect, test } from 'vitest';
import { RowsInOrder } from './compare-rows.ts';
import type { StoredRow } from './stored-rows.ts';

const row = (revision: number, type = 'spent'): StoredRow => ({ revision: String(revision), type });

/** The differences of these rows from the expected ones; null stands for a reset. */
async function differences(rows: readonly StoredRow[], expected: readonly (readonly [number, string] | null)[]) {
  const compared = new RowsInOrder(rows, 'event');
  for (const item of expected) {
    if (item) await compared.take(BigInt(item[0]), { type: item[1] });
    else compared.startAnew();
  }
  return (await compared.end()).map(({ field, expected, found, revision }) => [
    field,
    expected,
    found,
    Number(revision),
  ]);
}

test('rows in order are compared one by one', async () => {
  expect(
    await differences(
      [row(0), row(1), row(3)],
      [
        [0, 'spent'],
        [1, 'spent'],
        [3, 'spent'],
      ],
    ),
  ).toEqual([]);
});

test('a row that is another, one too many, and one that is missing are found', async () => {
  expect(
    await differences(
      [row(0, 'earned'), row(1), row(2), row(9)],
      [
        [0, 'spent'],
        [2, 'spent'],
        [3, 'spent'],
      ],
    ),
  ).toEqual([
    ['event 0.type', 'spent', 'earned', 0],
    ['event 1', null, 'revision 1, type spent', 1],
    ['event 9', null, 'revision 9, type spent', 9],
    ['event 3', 'type spent', null, 3],
  ]);
});

test('rows of before a reset should be gone', async () => {
  expect(await differences([row(0), row(1)], [[0, 'spent'], null, [1, 'spent']])).toEqual([
    ['event 0', null, 'revision 0, type spent', 0],
  ]);
});

import { expect, test } from 'vitest';
import { claraWithAccounts, entryOf } from '../../testing/people.ts';
import { foundCsv } from './found-csv.ts';

test('has each field of an entry in a column, parts in one cell, and formulas as texts', () => {
  const parts = [
    { amount: 79.61, category: 'Groceries', note: null },
    { amount: 14.5, category: 'Other', note: 'light bulbs' },
  ];
  const market = entryOf(1, {
    ...{ title: '=Market', amount: 94.11, date: '2026-11-30', category: null, parts, note: 'two bags' },
    ...{ tags: ['food', 'b_2'], receipt: '/api/v1/files/7', changeSetId: 'set-1' },
  });
  const [everyday, savings] = claraWithAccounts.accounts;
  const moved = entryOf(2, { type: 'Transfer', title: null, amount: 5, toAccount: savings?._id ?? null });
  const [head, first, second] = foundCsv([market, moved], claraWithAccounts, 'https://daybook.example').split('\r\n');
  expect(head).toBe('\uFEFFDate,Type,Title,Amount,Category,Account,To account,Note,Tags,Parts,Receipt,Change-set');
  expect(first).toBe(
    `2026-11-30,Expense,'=Market,94.11,,${everyday?.name},,two bags,#food #b_2,` +
      'Groceries 79.61; Other 14.50 (light bulbs),https://daybook.example/api/v1/files/7,set-1',
  );
  expect(second).toContain(`,Transfer,,5,`);
  expect(second).toContain(`,${savings?.name},`);
});

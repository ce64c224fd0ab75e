import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyEntries, balancesOf, read, short, sums } from '../../testing/reading.ts';
import { readFirefly } from './firefly.ts';

const HEADER =
  'user_id,group_id,journal_id,created_at,updated_at,group_title,type,currency_code,amount,foreign_currency_code,foreign_amount,description,date,source_name,source_iban,source_type,destination_name,destination_iban,destination_type,reconciled,category,budget,bill,tags,notes,external_id';
type Fields = {
  id: number;
  type: string;
  amount: string;
  foreign?: string;
  title: string;
  date?: string;
  from: string;
  to: string;
  category?: string;
  external?: string;
};
const line = ({
  id,
  type,
  amount,
  foreign = ',',
  title,
  date = '2025-09-30',
  from,
  to,
  category = '',
  external = '',
}: Fields) =>
  `1,${id},${id},2025-10-01T08:00:00+02:00,2025-10-01T08:00:00+02:00,,${type},EUR,${amount},${foreign},${title},${date}T23:30:00+02:00,${from},${to},0,${category},,,,,${external}`;
const giro = 'Giro,DE02 1203 0000 0000 2020 51,Asset account';
const savings = 'Nest egg,,Asset account';

test('reads withdrawals, deposits, transfers, openings, reconciliations and loans', async () => {
  const file = await read(
    readFirefly,
    [
      HEADER,
      line({
        id: 1,
        type: 'Withdrawal',
        amount: '-12.500000000000',
        title: 'Bread',
        from: giro,
        to: 'Baker,,Expense account',
        category: 'Food: Bread',
      }),
      line({
        id: 2,
        type: 'Deposit',
        amount: '2100.00',
        title: 'Pay',
        from: 'Works Ltd,,Revenue account',
        to: giro,
        external: 'X-9',
      }),
      line({ id: 3, type: 'Transfer', amount: '300.00', title: 'Put by', from: giro, to: savings }),
      line({
        id: 4,
        type: 'Opening balance',
        amount: '-40.00',
        title: '"Initial balance for ""Giro"""',
        from: giro,
        to: '"Initial balance for ""Giro""",,Initial balance account',
      }),
      line({
        id: 5,
        type: 'Reconciliation',
        amount: '0.05',
        title: 'Reconciled',
        from: 'Giro reconciliation,,Reconciliation account',
        to: giro,
      }),
      line({ id: 6, type: 'Withdrawal', amount: "'-150.00", title: 'Rate', from: giro, to: 'House,,Mortgage' }),
      line({
        id: 7,
        type: 'Transfer',
        amount: '100.00',
        foreign: 'USD,116.30',
        title: 'Dollars',
        from: giro,
        to: 'Dollars,,Asset account',
      }),
      line({
        id: 8,
        type: 'Withdrawal',
        amount: 'x',
        title: 'Odd',
        date: '2025-13-01',
        from: giro,
        to: ',,Expense account',
      }),
    ].join('\n'),
  );
  const iban = 'DE02120300000000202051';
  expect(short(file)).toEqual([
    `${iban} · 2025-09-30 · -1250 · Bread · Food:Bread · -`,
    `${iban} · 2025-09-30 · 210000 · Pay · - · -`,
    `${iban} · 2025-09-30 · -30000 · Put by · - · 4`,
    'Nest egg · 2025-09-30 · 30000 · Put by · - · 3',
    `${iban} · 2025-09-30 · -4000 · Initial balance for "Giro" · - · -`,
    `${iban} · 2025-09-30 · 5 · Reconciled · - · -`,
    `${iban} · 2025-09-30 · -15000 · Rate · - · 8`,
    'House · 2025-09-30 · 15000 · Rate · - · 7',
    `${iban} · 2025-09-30 · -10000 · Dollars · - · -`,
    'Dollars · 2025-09-30 · 11630 · Dollars · - · -',
    `${iban} ·  ·  · Odd · - · -`,
  ]);
  expect(file.rows.slice(0, 3).map(({ bankId, counterparty }) => [bankId, counterparty])).toEqual([
    ['1', 'Baker'],
    ['X-9', 'Works Ltd'],
    ['3', 'Nest egg'],
  ]);
  expect(file.rows.at(-1)?.invalid?.column).toBe('date');
  expect(file.accounts.map(({ key, currency, kind }) => [key, currency, kind])).toEqual([
    [iban, 'EUR', 'Checking'],
    ['Nest egg', 'EUR', null],
    ['House', 'EUR', 'Loan'],
    ['Dollars', 'USD', null],
  ]);
});

test('each line is a row, also an opening balance without types or without a source', async () => {
  const header = 'journal_id,type,amount,currency_code,description,date,source_name,destination_name';
  const columns = `${header},source_type,destination_type`;
  const lines = (...ends: string[]) =>
    ends.map((end, index) => `${index + 1},Opening balance,250.00,EUR,Opening,2025-01-01,${end}`).join('\n');
  const untyped = await read(
    readFirefly,
    `${header}\n${lines(',Giro', '"Initial balance for ""Giro""",Giro', 'Loan,"Initial balance for ""Loan"""')}`,
  );
  expect(untyped.rows.map(({ account, amount }) => [account, amount])).toEqual([
    ['Giro', 25_000],
    ['Giro', 25_000],
    ['Loan', -25_000],
  ]);
  const typed = await read(
    readFirefly,
    `${columns}\n${lines(',Giro,,Asset account', ',,,', 'A,B,Expense account,Revenue account')}`,
  );
  expect(typed.rows.map(({ account, amount, invalid }) => [account, amount, invalid?.reason])).toEqual([
    ['Giro', 25_000, undefined],
    ['', null, 'Neither its source nor its destination is an account of yours'],
    ['', null, 'Neither its source nor its destination is an account of yours'],
  ]);
});

test('reads random transactions to the cent', async () => {
  const decimal = (cents: number) =>
    `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}0000`;
  await fc.assert(
    fc.asyncProperty(anyEntries, async (entries) => {
      const own = (account: number) => `Acc ${account},,Asset account`;
      const lines = entries.map(({ date, from, to, amount, title }, id) => {
        const [source, destination] = amount < 0 ? [from, to] : [to, from];
        const type = to !== null ? 'Transfer' : amount < 0 ? 'Withdrawal' : 'Deposit';
        const counterparty = amount < 0 ? 'Shop,,Expense account' : 'Work,,Revenue account';
        const ends = [source, destination].map((end) => (end === null ? counterparty : own(end)));
        return line({
          id,
          type,
          date,
          title,
          amount: decimal(type === 'Withdrawal' ? amount : Math.abs(amount)),
          from: ends[0] ?? '',
          to: ends[1] ?? '',
        });
      });
      const file = await read(readFirefly, [HEADER, ...lines].join('\r\n'));
      const wanted = balancesOf(entries);
      for (const [account, sum] of Object.entries(sums(file))) expect(sum).toBe(wanted[Number(account.slice(4))]);
      expect(file.rows).toHaveLength(entries.length + entries.filter(({ to }) => to !== null).length);
    }),
    { numRuns: 60 },
  );
});

import { expect, test } from 'vitest';
import { readCsv } from '../formats/csv/read-csv.ts';
import { readOfx } from '../formats/ofx/read-ofx.ts';
import { read } from '../testing/reading.ts';
import { keysOf } from './identity.ts';
import { previewOf } from './preview.ts';
import { RowRules } from './row-rules.ts';

test('rows of OFX have the keys that they had while their titles were names and memos together', async () => {
  const row = (fields: string) => `<STMTTRN><DTPOSTED>20240103<TRNAMT>-12.40${fields}</STMTTRN>`;
  const rows = [
    '<NAME>WHOLE FOODS 123<MEMO>groceries',
    '<NAME>WHOLE FOODS 123<MEMO>WHOLE FOODS 123',
    '<NAME>WHOLE FOODS 123<MEMO>WHOLE FOODS 123 BERLIN',
    '<NAME>WHOLE FOODS 123',
    '<MEMO>groceries',
    '<TRNTYPE>CHECK<CHECKNUM>7',
    '<FITID>a1<NAME>WHOLE FOODS 123<MEMO>groceries',
  ];
  const list = `<BANKTRANLIST>${rows.map(row).join('')}</BANKTRANLIST>`;
  const file = await read(readOfx, `<OFX><STMTRS><CURDEF>USD${list}</STMTRS></OFX>`);
  expect(keysOf(file.rows, () => 'everyday').map((keys) => keys?.key)).toEqual([
    '1cArGOxzmpYBcgpp9yXsnw',
    'z-KjHg_z6xB_zs-cYeA66K',
    '-IbSBN5W2rTfNVEnsxB-Oz',
    'GQNq7epfNjR2j-qX5N6zeH',
    'zOw2qShD6tzUeQBbAZcoy9',
    'DA2_Z0fLDPAH6kQt764Iaz',
    'pdJ7-A7Xu0c5vGo2H8fOcw',
  ]);
});

const LINES = [
  'Date,Payee,Memo,Amount,Transaction ID',
  '2024-01-31,Corner Shop,Groceries,-12.50,T-1',
  '2024-02-13,Corner Shop,Groceries,-3.00,',
  '2024-02-13,Corner Shop,Groceries,-3.00,',
  '2024-02-13,Employer,,2000.00,T-2',
  ',,of February,,',
  '2024-02-14,,Fee,-1.00,',
  ',,of January,,',
  '2024-02-15,Bar,BAR,-8.00,',
];

/** Keys as imports recorded them while the memo was the title of a row. They stand in ledgers, so they never change. */
const RECORDED = [
  { key: 'L0t009La9i5G7z3YknxyS6', rawKey: '5oGaoc4D9J8ELLcTQ_iF4X' },
  { key: 'KvKpnTgjMfGYdFSXigyoDf', rawKey: 'VSY-KZ50X7IrmoLgAx9UnR' },
  { key: 'Xc7hvRpPvHWu7szWdV7Ic6', rawKey: 'BtHizRDiCkVn1XQ4eJS70T' },
  { key: 'jQV_fr0Wv_pt3SOr0JAZhV', rawKey: 'sNUyZjx-1RL0C5DE54XYfd' },
  { key: '-w3wdViWvNVMD3lht4nuYX', rawKey: 'ftrVWStXf1r80zmLYfYaVS' },
  { key: 'y6HLYsHaBSwdO7fXoyeiuC', rawKey: 'AU1QrHwaQLenSfWL9DR1nF' },
];

test('rows that were imported while the memo was the title are known, now that it is the payee', async () => {
  const file = await readCsv(Buffer.from(LINES.join('\n')), { fileName: 'export.csv', mapping: null, answers: {} });
  if (!file) throw new Error('The reader of CSV decides on every file.');
  const keys = keysOf(file.rows, () => 'everyday');
  expect(keys).toEqual(RECORDED);
  const known = new Map(RECORDED.map(({ key }, index) => [key, `entry ${index}`]));
  const targets = new Map([['', { goes: 'account' as const, accountId: 'everyday', kind: 'Checking' as const }]]);
  const { rows } = previewOf(file, keys, targets, {
    usesWordList: false,
    leftOut: [],
    entries: [],
    gone: [],
    cards: new Set<string>(),
    payers: new Map<string, string>(),
    known,
    past: [],
    occurrences: [],
    ...RULES_AND_CATEGORIES,
  });
  expect(rows.map(({ status, entryId }) => `${status} ${entryId}`)).toEqual(
    RECORDED.map((_, index) => `known entry ${index}`),
  );
  expect(rows[0]?.row).toMatchObject({ title: 'Corner Shop', text: 'Groceries' });
});

const GROCERIES = { name: 'Groceries', kind: 'Expense' as const, parent: undefined, isArchived: false };
const known = new Map([['Groceries', GROCERIES]]);
const RULES_AND_CATEGORIES = {
  categories: { known, room: 200, said: {}, remembered: {}, listed: [], idOf: () => '' },
  rules: new RowRules([], { today: '2024-03-01', accounts: new Map(), categories: known, merged: new Map() }),
};

test('a category is proposed by the payee, else by the memo', async () => {
  const file = await readCsv(Buffer.from(LINES.join('\n')), { fileName: 'export.csv', mapping: null, answers: {} });
  if (!file) throw new Error('The reader of CSV decides on every file.');
  const keys = keysOf(file.rows, () => 'everyday');
  const targets = new Map([['', { goes: 'account' as const, accountId: 'everyday', kind: 'Checking' as const }]]);
  const proposed = (title: string) =>
    previewOf(file, keys, targets, {
      usesWordList: false,
      entries: [],
      leftOut: [],
      gone: [],
      cards: new Set<string>(),
      payers: new Map<string, string>(),
      occurrences: [],
      known: new Map(),
      past: [{ title, type: 'Expense', category: 'Groceries', count: 2 }],
      ...RULES_AND_CATEGORIES,
    }).rows.map(({ category }) => category);
  expect(proposed('Corner Shop')).toEqual(['Groceries', 'Groceries', 'Groceries', null, null, null]);
  expect(proposed('groceries')).toEqual(['Groceries', 'Groceries', 'Groceries', null, null, null]);
});

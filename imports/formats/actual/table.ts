import { PARTS_MAX } from '#ledger/model/constants.ts';
import type { Cents } from '#ledger/model/money.ts';
import { categoryOfFile } from '../../category-of-file.ts';
import { accountName, dayInField, oneLine } from '../../fields.ts';
import { type KnownRow, readKnownColumns } from '../../known-columns.ts';
import { moneyCents } from '../../money-text.ts';
import type { ParsedFile, ParsedRow } from '../../parsed.ts';
import { splitParts } from '../../splits.ts';
import { bareRow, kindByName, paired, parsedBooks, tagsIn, textOrNull } from '../../whole-books.ts';

const SPLIT = /^\(SPLIT (\d+) OF (\d+)\)\s*/i;
const SPLIT_INTO = /^\(SPLIT INTO (\d+)\)\s*/i;
const COLUMNS = ['account', 'date', 'payee', 'notes', 'category', 'amount'];

/** Reads the CSV that Actual exports. Null if the columns are not Actual's. */
export function readTable(bytes: Uint8Array): ParsedFile | null {
  const table = readKnownColumns(
    bytes,
    (columns) =>
      COLUMNS.every((name) => columns.includes(name)) &&
      columns.every((name) => [...COLUMNS, 'category_group', 'split_amount', 'cleared'].includes(name)),
  );
  if (!table) return null;
  const rows: ParsedRow[] = [];
  for (let index = 0; index < table.rows.length; index += 1) {
    const whole = table.rows[index] as KnownRow;
    const [, count] = SPLIT_INTO.exec(whole.cell('notes')) ?? [];
    if (count === undefined) {
      rows.push(rowOf(whole, 'amount'));
      continue;
    }
    const own = Number(count) <= PARTS_MAX ? table.rows.slice(index + 1, index + 1 + Number(count)) : [];
    const pieces = own.map((row) => rowOf(row, 'amount'));
    const row = rowOf(whole, 'split_amount');
    const parts =
      row.amount === null
        ? null
        : splitParts(
            row.amount,
            pieces.map(({ amount, category, title }) => ({
              amount: amount ?? (0 as Cents),
              category,
              note: title || null,
            })),
          );
    if (parts) {
      rows.push({ ...row, parts, category: null });
      index += pieces.length;
    }
  }
  const accounts = new Set(rows.map(({ account }) => account));
  return parsedBooks({
    format: 'actual',
    dialect: { encoding: table.encoding },
    accounts: [...accounts].map((name) => ({
      key: name,
      name: accountName(name, 'Account'),
      currency: null,
      kind: kindByName(name),
    })),
    rows: paired(
      rows.map((row) => ({ ...row, title: row.title || row.counterparty || '' })),
      ({ counterparty }) => {
        const account = counterparty?.replace(/^Transfer:\s*/, '') ?? null;
        return account !== null && accounts.has(account) ? account : null;
      },
    ),
  });
}

function rowOf(row: KnownRow, column: 'amount' | 'split_amount'): ParsedRow {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(row.cell('date')) ?? [];
  const date = dayInField(Number(year), Number(month), Number(day));
  const amount = moneyCents(row.cell(column), '.');
  const unread =
    date === null
      ? { column: 'Date', reason: `'${oneLine(row.cell('date'))}' is no date` }
      : amount === null
        ? { column: 'Amount', reason: "The amount can't be read" }
        : null;
  return bareRow({
    line: row.line,
    account: oneLine(row.cell('account')),
    date,
    amount,
    title: oneLine(row.cell('notes').replace(SPLIT, '').replace(SPLIT_INTO, '')),
    tags: tagsIn(row.cell('notes')),
    counterparty: textOrNull(row.cell('payee')),
    category: categoryOfFile([row.cell('category_group'), row.cell('category')]),
    invalid: unread,
  });
}

import { GOAL_DESCRIPTION_MAX, GOAL_TITLE_MAX } from '../../../ledger/model/constants.ts';
import { type Cents, negated } from '../../../ledger/model/money.ts';
import { accountName, oneLine } from '../../fields.ts';
import type { Reader } from '../../parsed.ts';
import {
  type ParsedFile,
  type ParsedGoal,
  type ParsedRow,
  type ParsedStatement,
  UnreadableFile,
} from '../../parsed.ts';
import { bareRow, parsedBooks } from '../../whole-books.ts';
import { openZip, type Zip } from '../../zip.ts';
import { isEvents, readEvents } from './events.ts';
import { type Folded, type FoldedTransaction, type FoldedTransfer, foldEvents } from './fold.ts';

const EVENTS = /(^|\/)events\.jsonl$/;
const JOURNAL = /(^|\/)daybook\.journal$/;

/**
 * Reads Daybook's own export, as the zip or its `events.jsonl`: the books at its end, with the ids of entries and of goals. Rows are
 * numbered in the order of recording; a transfer is two of them. Null for other files; throws UnreadableFile where a line of it is no
 * event or contradicts those before it (product 11.11).
 */
export const readDaybook: Reader = async (bytes) => {
  if (isEvents(bytes)) return fileOf(bytes, null);
  const zip = await openZip(bytes);
  const name = zip?.names.find((each) => EVENTS.test(each));
  if (!zip || name === undefined) return null;
  const events = await zip.read(name);
  if (events.length > 0 && !isEvents(events)) {
    throw new UnreadableFile('The events.jsonl of this zip is not one of Daybook.');
  }
  return fileOf(events, await currencyOf(zip));
};

/** The currency is that of the journal, since the events have none. */
async function currencyOf(zip: Zip): Promise<string | null> {
  const name = zip.names.find((each) => JOURNAL.test(each));
  const [, currency = null] =
    /^commodity ([A-Z]{3})\n/.exec(name ? (await zip.read(name)).subarray(0, 100).toString() : '') ?? [];
  return currency;
}

function fileOf(bytes: Uint8Array, currency: string | null): ParsedFile {
  const books = foldEvents(readEvents(bytes));
  const { accounts, entries, goals, figures } = books;
  const rows: ParsedRow[] = [];
  const ordered = [...entries].sort(([, one], [, other]) => one.place - other.place);
  for (const [id, entry] of ordered) {
    if (entry.type === 'Transfer') rows.push(...transferRows(id, entry, rows.length + 1));
    else rows.push(transactionRow(id, entry, rows.length + 1));
  }
  return parsedBooks({
    format: 'daybook',
    dialect: { file: currency === null ? 'events.jsonl' : 'zip' },
    accounts: [...accounts].map(([key, { name, kind }]) => ({
      key,
      name: accountName(name, 'Account'),
      currency,
      kind,
    })),
    rows,
    statements: confirmedOf(books),
    books: {
      goals: [...goals]
        .sort(([, one], [, other]) => one.place - other.place)
        .map(([goalId, goal]): ParsedGoal => {
          const { title, finalAmount, category = null, description = null, saved } = goal;
          return {
            ...{ goalId, finalAmount, category, saved: savedOf(saved) },
            title: oneLine(title).slice(0, GOAL_TITLE_MAX).toWellFormed().trim() || 'Goal',
            description: description?.replaceAll('\0', '').slice(0, GOAL_DESCRIPTION_MAX).toWellFormed() ?? null,
          };
        }),
      figures,
      balances: new Map([...accounts].map(([key, { balance }]) => [key, balance])),
    },
  });
}

function transactionRow(entryId: string, entry: FoldedTransaction, line: number): ParsedRow {
  const { type, title, amount, date, category = null, wallet = null, accountId, parts } = entry;
  return bareRow({
    line,
    account: accountId,
    date,
    amount: type === 'Income' ? amount : negated(amount),
    title: oneLine(title),
    category,
    parts: parts?.map(({ amount, category = null, note = null }) => ({ amount, category, note })) ?? null,
    entryId,
    wallet,
  });
}

function transferRows(
  entryId: string,
  { from, to, amount, date, title = '' }: FoldedTransfer,
  line: number,
): ParsedRow[] {
  const shared = { date, title: oneLine(title), entryId };
  return [
    bareRow({ ...shared, line, account: from, amount: negated(amount), otherHalf: line + 1 }),
    bareRow({ ...shared, line: line + 1, account: to, amount, otherHalf: line }),
  ];
}

/** What an undo took out of another account than it came from is taken from what the others put aside. */
function savedOf(saved: ReadonlyMap<string, Cents>): ParsedGoal['saved'] {
  let missing = [...saved.values()].reduce((sum, amount) => sum + Math.max(0, -amount), 0);
  return [...saved].flatMap(([account, amount]) => {
    const taken = Math.min(missing, Math.max(0, amount));
    missing -= taken;
    return amount - taken > 0 ? [{ account, amount: (amount - taken) as Cents }] : [];
  });
}

function confirmedOf({ confirmed, accounts }: Folded): ParsedStatement[] {
  return [...confirmed].flatMap(([account, days]) =>
    accounts.has(account)
      ? [...days].sort().map(([to, closing]) => ({ account, opening: null, closing, from: null, to, lines: [] }))
      : [],
  );
}

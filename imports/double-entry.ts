import type { AccountKind } from '../ledger/model/constants.ts';
import { type Cents, LARGEST_AMOUNT, negated } from '../ledger/model/money.ts';
import { type ParsedRow, UnreadableFile } from './parsed.ts';
import { type Piece, partsOf } from './splits.ts';
import { bareRow, kindByName } from './whole-books.ts';

/** Most postings of an entry: each is compared with each. */
const POSTINGS_MAX = 1_000;

/** A posting of books in double entry, in cents; `line` is where it stands, ascending within a file. */
export type Posting = {
  line: number;
  /** Of money that the user has or owes: the account. Of income, expenses and equity: null. */
  account: string | null;
  amount: Cents | null;
  /** The currency, by which two accounts can be the halves of a transfer; '' where there is but one. */
  currency: string;
  category: string | null;
  note: string | null;
  bankId: string | null;
  /** Why the posting can't be read; null where it can. */
  problem: string | null;
};

/** A transaction of books in double entry. */
export type DoubleEntry = {
  date: string | null;
  title: string;
  counterparty: string | null;
  postings: readonly Posting[];
};

/** A row that is being made: what of a posting it has, and the piece that is its other half. */
type Draft = { posting: Posting; amount: Cents | null; other: Draft | null; isRest: boolean; line: number };

/**
 * The rows of books in double entry, by their lines: one for each posting of an account of the user's. Where money goes from one of
 * them to another the two are a transfer; a posting of which only a part does so becomes two rows (product 11.11). Throws
 * UnreadableFile where an entry has too many postings.
 */
export function rowsOfDoubleEntry(entries: readonly DoubleEntry[]): ParsedRow[] {
  if (entries.some(({ postings }) => postings.length > POSTINGS_MAX)) {
    throw new UnreadableFile(`An entry of this file has more than ${POSTINGS_MAX.toLocaleString('en-US')} postings.`);
  }
  const drafts = entries.map((entry) => ({ entry, drafts: draftsOf(entry) }));
  const ordered = drafts
    .flatMap(({ entry, drafts }) => drafts.map((draft) => ({ entry, draft })))
    .sort((one, other) => one.draft.posting.line - other.draft.posting.line);
  let line = 0;
  for (const { draft } of ordered) {
    line = Math.max(line + 1, draft.posting.line);
    draft.line = line;
  }
  return ordered.map(({ entry, draft }) => rowOf(entry, draft));
}

/** Money that goes between accounts of the user's is matched in the order of postings; what is left goes to categories. */
function draftsOf({ postings }: DoubleEntry): Draft[] {
  const own = postings.filter(({ account }) => account !== null);
  const drafts: Draft[] = [];
  const left = new Map(own.map((posting) => [posting, posting.amount ?? 0]));
  const isClear = own.every(({ problem, amount }) => problem === null && amount !== null);
  for (const posting of isClear ? own : []) {
    for (const other of own) {
      const [mine, theirs] = [left.get(posting) ?? 0, left.get(other) ?? 0];
      if (mine >= 0 || theirs <= 0 || other.currency !== posting.currency || other.account === posting.account)
        continue;
      const amount = Math.min(-mine, theirs) as Cents;
      const from: Draft = { posting, amount: negated(amount), other: null, isRest: false, line: 0 };
      const to: Draft = { posting: other, amount, other: from, isRest: false, line: 0 };
      from.other = to;
      drafts.push(from, to);
      left.set(posting, mine + amount);
      left.set(other, theirs - amount);
    }
  }
  for (const posting of own) {
    const rest = left.get(posting) ?? 0;
    const amount = isClear ? (rest as Cents) : posting.amount;
    if (rest !== 0 || !drafts.some((draft) => draft.posting === posting)) {
      drafts.push({ posting, amount, other: null, isRest: true, line: 0 });
    }
  }
  return drafts;
}

function rowOf(
  { date, title, counterparty, postings }: DoubleEntry,
  { posting, amount, other, isRest, line }: Draft,
): ParsedRow {
  const pieces = postings.flatMap((piece): Piece[] =>
    piece.account === null && piece.amount !== null
      ? [{ amount: negated(piece.amount), category: piece.category, note: piece.note }]
      : [],
  );
  const isTooLarge = amount !== null && Math.abs(amount) > LARGEST_AMOUNT;
  const reason = posting.problem ?? (isTooLarge ? 'The amount is too large.' : null);
  const parts = isRest && amount !== null ? partsOf(amount, pieces) : null;
  return bareRow({
    line,
    account: posting.account ?? '',
    date,
    amount: reason === null ? amount : null,
    title: title || posting.note || '',
    counterparty,
    bankId: posting.bankId,
    category: isRest && !parts ? mainCategory(pieces, amount) : null,
    parts,
    otherHalf: other?.line ?? null,
    invalid:
      date === null ? { column: 'date', reason: 'The date is none.' } : reason ? { column: 'amount', reason } : null,
  });
}

/** The category of the largest piece that goes the way of the row. */
function mainCategory(pieces: readonly Piece[], amount: Cents | null): string | null {
  const sameWay = pieces.filter((piece) => piece.amount > 0 === (amount ?? 0) > 0);
  return sameWay.sort((one, other) => Math.abs(other.amount) - Math.abs(one.amount))[0]?.category ?? null;
}

/** The kind of an account by its name, and by whether it is money that the user owes; null where neither tells. */
export function kindOfOwn(name: string, isOwed: boolean): AccountKind | null {
  const kind = kindByName(name);
  if (!isOwed) return kind === 'Loan' ? null : kind;
  if (kind === 'Loan' || kind === 'Credit card') return kind;
  return /card|karte|credit/i.test(name) ? 'Credit card' : null;
}

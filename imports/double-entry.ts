import type { AccountKind } from '#ledger/model/constants.ts';
import { type Cents, LARGEST_AMOUNT, negated } from '#ledger/model/money.ts';
import { type ParsedCategory, type ParsedRow, UnreadableFile } from './parsed.ts';
import { type Piece, splitParts } from './splits.ts';
import { bareRow, kindByName } from './whole-books.ts';

/** Most postings of an entry: each is compared with each. */
const POSTINGS_MAX = 1_000;

/** A posting of books in double entry, in cents; `line` is where it stands, ascending within a file. */
export type FilePosting = {
  line: number;
  /** The account, for money that the user has or owes; null for income, expenses and equity. */
  account: string | null;
  amount: Cents | null;
  /** The currency: only postings of one currency can be the halves of a transfer; '' where the books have but one. */
  currency: string;
  category: ParsedCategory | null;
  note: string | null;
  bankId: string | null;
  /** Why the posting can't be read, or null if it can. */
  problem: string | null;
};

/** A transaction of books in double entry. */
export type DoubleEntry = {
  date: string | null;
  title: string;
  counterparty: string | null;
  postings: readonly FilePosting[];
};

/** A row in the making: the whole of a posting or a piece of it, and the draft that is its other half. */
type Draft = { posting: FilePosting; amount: Cents | null; otherHalf: Draft | null; isRest: boolean; line: number };

/**
 * The rows of books in double entry, in order of line: one for each posting of an account of the user's. Money from one
 * such account to another makes their rows a transfer; a posting that goes there in part becomes two rows (product
 * 11.11). Throws UnreadableFile where an entry has too many postings.
 */
export function rowsOfDoubleEntry(entries: readonly DoubleEntry[]): ParsedRow[] {
  if (entries.some(({ postings }) => postings.length > POSTINGS_MAX)) {
    throw new UnreadableFile(`An entry of this file has more than ${POSTINGS_MAX.toLocaleString('en-US')} postings.`);
  }
  const drafts = entries.map((entry) => ({ entry, pieces: piecesOf(entry), drafts: draftsOf(entry) }));
  const ordered = drafts
    .flatMap(({ entry, pieces, drafts }) => drafts.map((draft) => ({ entry, pieces, draft })))
    .sort((a, b) => a.draft.posting.line - b.draft.posting.line);
  let line = 0;
  for (const { draft } of ordered) {
    line = Math.max(line + 1, draft.posting.line);
    draft.line = line;
  }
  return ordered.map(({ entry, pieces, draft }) => rowOf(entry, pieces, draft));
}

/**
 * Makes the rows of an entry. Money between accounts of the user's is matched in the order of postings; the rest goes
 * to categories.
 */
function draftsOf({ postings }: DoubleEntry): Draft[] {
  const own = postings.filter(({ account }) => account !== null);
  const drafts: Draft[] = [];
  const isClear = own.every(({ problem, amount }) => problem === null && amount !== null);
  const all = own.map((posting) => ({ posting, left: posting.amount ?? 0, isHalf: false }));
  const taking = isClear ? all.filter(({ left }) => left > 0) : [];
  for (const giver of taking.length > 0 ? all.filter(({ left }) => left < 0) : []) {
    const { posting } = giver;
    for (const taker of taking) {
      const receiving = taker.posting;
      if (giver.left === 0) break;
      if (taker.left === 0 || receiving.currency !== posting.currency || receiving.account === posting.account)
        continue;
      const amount = Math.min(-giver.left, taker.left) as Cents;
      const from: Draft = { posting, amount: negated(amount), otherHalf: null, isRest: false, line: 0 };
      const to: Draft = { posting: receiving, amount, otherHalf: from, isRest: false, line: 0 };
      from.otherHalf = to;
      drafts.push(from, to);
      giver.left += amount;
      taker.left -= amount;
      giver.isHalf = true;
      taker.isHalf = true;
    }
  }
  for (const { posting, left, isHalf } of all) {
    if (left === 0 && isHalf) continue;
    drafts.push({
      posting,
      amount: isClear ? (left as Cents) : posting.amount,
      otherHalf: null,
      isRest: true,
      line: 0,
    });
  }
  return drafts;
}

/** The pieces of an entry that go to categories, and the category of the largest piece in and out. */
type Pieces = { all: Piece[]; in: ParsedCategory | null; out: ParsedCategory | null };

function piecesOf({ postings }: DoubleEntry): Pieces {
  const all = postings.flatMap((piece): Piece[] =>
    piece.account === null && piece.amount !== null
      ? [{ amount: negated(piece.amount), category: piece.category, note: piece.note }]
      : [],
  );
  const largest = (pieces: Piece[]) =>
    pieces.reduce<Piece | null>(
      (winner, piece) => (winner && Math.abs(winner.amount) >= Math.abs(piece.amount) ? winner : piece),
      null,
    );
  return {
    all,
    in: largest(all.filter(({ amount }) => amount > 0))?.category ?? null,
    out: largest(all.filter(({ amount }) => amount <= 0))?.category ?? null,
  };
}

function rowOf(
  { date, title, counterparty }: DoubleEntry,
  pieces: Pieces,
  { posting, amount, otherHalf, isRest, line }: Draft,
): ParsedRow {
  const isTooLarge = amount !== null && Math.abs(amount) > LARGEST_AMOUNT;
  const reason = posting.problem ?? (isTooLarge ? 'The amount is too large' : null);
  const parts = isRest && amount !== null ? splitParts(amount, pieces.all) : null;
  return bareRow({
    line,
    account: posting.account ?? '',
    date,
    amount: reason === null ? amount : null,
    title: title || posting.note || '',
    counterparty,
    bankId: posting.bankId,
    category: isRest && !parts ? ((amount ?? 0) > 0 ? pieces.in : pieces.out) : null,
    parts,
    otherHalf: otherHalf?.line ?? null,
    invalid:
      date === null ? { column: 'date', reason: 'There is no date' } : reason ? { column: 'amount', reason } : null,
  });
}

/** The kind of an account by its name, and by whether it is money that the user owes, or null if neither tells. */
export function kindOfOwn(name: string, isOwed: boolean): AccountKind | null {
  const kind = kindByName(name);
  if (!isOwed) return kind === 'Loan' ? null : kind;
  if (kind === 'Loan' || kind === 'Credit card') return kind;
  return /card|karte|credit/i.test(name) ? 'Credit card' : null;
}

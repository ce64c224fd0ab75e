import { PARTS_MAX, PARTS_MIN } from '#ledger/model/constants.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { ParsedCategory, ParsedPart } from './parsed.ts';

/** A piece of a split: the change of the account in cents, signed. */
export type Piece = { amount: Cents; category: ParsedCategory | null; note: string | null };

/**
 * The parts of a row of `amount` cents, a piece of the other sign below 0, or null if its pieces can't be parts of one
 * entry: where they don't add up to it, or there are too few or too many. Pieces of 0 are left out.
 */
export function splitParts(amount: Cents, pieces: readonly Piece[]): ParsedPart[] | null {
  const moving = pieces.filter((piece) => piece.amount !== 0);
  const isWhole = moving.reduce((sum, piece) => sum + piece.amount, 0) === amount;
  if (!isWhole || amount === 0 || moving.length < PARTS_MIN || moving.length > PARTS_MAX) return null;
  return moving.map((piece) => ({ ...piece, amount: (amount < 0 ? -piece.amount : piece.amount) as Cents }));
}

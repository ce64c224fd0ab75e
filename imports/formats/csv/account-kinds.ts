import type { AccountKind } from '#ledger/model/constants.ts';
import { kindByName } from '../../whole-books.ts';
import { normalisedHeader } from './headers.ts';
import { holdsAmounts, holdsDays, type Layout } from './layout.ts';
import type { TableLine } from './syntax.ts';

/** The kinds that a table tells by words: a file of any other account has no need to. */
const KINDS_TOLD: readonly (AccountKind | null)[] = ['Credit card', 'Savings', 'Loan'];
/** Longest cell above a table that names the kind of its account. */
const LABEL_CHARS_MAX = 48;
const LABEL_WORDS_MAX = 5;
/** The least share of lines that name a card in a table of a card. */
const NAMED_SHARE_MIN = 0.95;
const KIND_HEADER =
  /^(?:account type|type of account|account kind|kontoart|kontotyp|type de compte|tipo de cuenta|tipo conto)$/;
const CARD_HEADER = /^(?:card no|card number|card|kartennummer|kreditkarte|numero de carte|numero de tarjeta)$/;

/**
 * Returns the kind of the account of a table, where its file's name, the lines above it, or a column says that it is a
 * card, savings or a loan; else null. A column of a card's numbers says so where there is no balance.
 */
export function kindOfTable(
  { columns, looked }: Layout,
  entries: readonly TableLine[],
  { before, fileName, balance }: { before: readonly TableLine[]; fileName: string; balance: number | undefined },
): AccountKind | null {
  const onlyValueIn = (index: number) => {
    const values = new Set(entries.map(({ cells }) => (cells[index] ?? '').trim()));
    return values.size === 1 ? ([...values][0] ?? '') : '';
  };
  const ofHeader = (words: RegExp) => columns.find(({ header }) => words.test(normalisedHeader(header)));
  const typed = ofHeader(KIND_HEADER);
  const labels = before.flatMap(({ cells }) => cells.map((cell) => cell.trim())).filter(isLabel);
  const texts = [typed ? onlyValueIn(typed.index) : '', fileName.replace(/[_.-]+/g, ' '), ...labels];
  const told = texts.map(kindByName).find((kind) => KINDS_TOLD.includes(kind));
  if (told) return told;
  const card = ofHeader(CARD_HEADER);
  if (!card || balance !== undefined || holdsDays(card)) return null;
  if (looked === 0 || card.filled < looked * NAMED_SHARE_MIN) return null;
  // A card's number of digits alone reads as an amount.
  const isNumber = holdsAmounts(card) || /\d/.test(onlyValueIn(card.index));
  return isNumber ? 'Credit card' : null;
}

function isLabel(cell: string): boolean {
  return cell !== '' && cell.length <= LABEL_CHARS_MAX && cell.split(/\s+/).length <= LABEL_WORDS_MAX;
}

import { type AccountKind, IMPORT_ROWS_MAX, type ImportFormat } from '#ledger/model/constants.ts';
import { oneLine, plainLetters } from './fields.ts';
import {
  type ParsedAccount,
  type ParsedFile,
  type ParsedRow,
  type ParsedStatement,
  type Question,
  UnreadableFile,
} from './parsed.ts';

/** Whole books as a reader gives them. */
export type FileBooks = {
  format: ImportFormat;
  dialect: ParsedFile['dialect'];
  accounts: readonly ParsedAccount[];
  rows: readonly ParsedRow[];
  statements?: readonly ParsedStatement[];
  questions?: readonly Question[];
  books?: ParsedFile['books'];
  remarks?: readonly string[];
  budget?: ParsedFile['budget'];
};

/**
 * The file of whole books, without what only CSV has. Throws UnreadableFile where it has more rows than a file may
 * have.
 */
export function parsedBooks({
  statements = [],
  questions = [],
  books = null,
  budget = null,
  ...file
}: FileBooks): ParsedFile {
  if (file.rows.length > IMPORT_ROWS_MAX) throw tooManyRows();
  return { ...file, statements, questions, books, budget, mapping: null, samples: [], kindOfFile: null };
}

/** The error of a file with more rows than a file may have (product 2.1). */
export function tooManyRows(): UnreadableFile {
  return new UnreadableFile(`This file has more than ${IMPORT_ROWS_MAX.toLocaleString('en')} rows.`);
}

/** Completes a row with null for the fields that the file doesn't have. */
export function bareRow(row: Pick<ParsedRow, 'line' | 'account' | 'date' | 'amount'> & Partial<ParsedRow>): ParsedRow {
  return {
    title: '',
    counterparty: null,
    bankId: null,
    category: null,
    parts: null,
    raw: null,
    otherHalf: null,
    entryId: null,
    invalid: null,
    ...row,
  };
}

/** The tags in a text, as Actual has them: words behind a single `#`. */
export function tagsIn(text: string): string[] {
  return [...text.matchAll(/(?<!#)#([^#\s]+)/g)].map(([, tag]) => tag ?? '');
}

/** A text in one line, or null if nothing is left of it. */
export function textOrNull(text: string | null | undefined): string | null {
  return oneLine(text ?? '') || null;
}

const KIND_WORDS: readonly [RegExp, AccountKind][] = [
  [
    new RegExp(
      'credit.?card|(?<!\\p{L})(visa|mastercard|amex|american express|kreditkarten?\\w*|carte de credit|' +
        'carta di credito|' +
        'tarjeta de credito|cartao de credito|creditcard|kredietkaart|kreditkort|luottokortti|karta kredytowa|' +
        'kreditni karta|hitelkartya|kredi karti)(?!\\p{L})|クレジットカード|信用卡',
      'iu',
    ),
    'Credit card',
  ],
  [
    new RegExp(
      '(?<!\\p{L})(loan|mortgage|kredit|darlehen|hypothek|pret|prestamo|hipoteca|emprestimo|mutuo|lening|hypotheek|' +
        'kredyt|uver|bolan|laina|hitel)(?!\\p{L})',
      'iu',
    ),
    'Loan',
  ],
  [
    new RegExp(
      '(?<!\\p{L})(savings?|sparbuch|sparkonto|tagesgeld\\w*|livret|epargne|ahorros?|poupanca|' +
        'risparmio|spaarrekening|' +
        'sparekonto|saastotili|oszczednosc\\w*|sporici\\w*|megtakaritas\\w*|tasarruf)(?!\\p{L})',
      'iu',
    ),
    'Savings',
  ],
  [/\b(cash|wallet|bargeld|petty)\b/i, 'Cash'],
  [/\b(checking|chequing|current|giro\w*)\b/i, 'Checking'],
];

const DEBIT_CARD = /debit|bankomat|giro ?card/i;

/** The kind that the name of an account tells, or null if it tells none. */
export function kindByName(name: string): AccountKind | null {
  const plain = plainLetters(name);
  // A card may be a debit card, whose money is in a current account.
  return DEBIT_CARD.test(plain) ? null : (KIND_WORDS.find(([words]) => words.test(plain))?.[1] ?? null);
}

/**
 * Gives the key of the account in which the other half of a row stands, by the file's own words; null for no transfer.
 */
export type OtherAccountOf = (row: ParsedRow) => string | null;

/**
 * Gives rows with `otherHalf` where two of them name each other's account, have the same date and opposite amounts.
 * Each row is the half of one transfer at most; equal ones are paired in their order.
 */
export function paired(rows: readonly ParsedRow[], otherAccount: OtherAccountOf): ParsedRow[] {
  const waiting = new Map<string, number[]>();
  const halves = new Map<number, number>();
  for (const row of rows) {
    const counterAccount = otherAccount(row);
    if (counterAccount === null || row.date === null || !row.amount || counterAccount === row.account) continue;
    const wanted = JSON.stringify([counterAccount, row.account, row.date, -row.amount]);
    const halfLine = waiting.get(wanted)?.shift();
    if (halfLine === undefined) {
      const own = JSON.stringify([row.account, counterAccount, row.date, row.amount]);
      const lines = waiting.get(own);
      if (lines) lines.push(row.line);
      else waiting.set(own, [row.line]);
    } else {
      halves.set(row.line, halfLine);
      halves.set(halfLine, row.line);
    }
  }
  return rows.map((row) => ({ ...row, otherHalf: halves.get(row.line) ?? row.otherHalf }));
}

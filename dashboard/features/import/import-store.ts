import { create } from 'zustand';
import type { CallData } from '#contract/calls.ts';
import type {
  ImportAnswers,
  ImportCategory,
  ImportChoice,
  ImportMapping,
  ImportPreview,
  ImportRow,
} from '#contract/import-calls.ts';
import { IMPORT_PAGE_ROWS_MAX } from '#contract/limits.ts';
import type { Problem } from '#contract/problems.ts';
import { call } from '../../server/client.ts';
import { choiceOf, choose, type ImportChoices, rowLacksOtherHalf } from './choices.ts';

type Summary = CallData<'importCommit'>['imported'];

/** State of the file that is being imported. */
export type ImportState = {
  file: File | null;
  /** The symbol of the user's currency, in which the file was read. */
  currency: string;
  mapping: ImportMapping | null;
  answers: ImportAnswers;
  /** The message that the chosen columns lack a date or an amount, or null if they have both. */
  columnsError: string | null;
  /** Whether a preview is in flight; the last one stays meanwhile. */
  isReading: boolean;
  problem: Problem | null;
  preview: ImportPreview | null;
  /** The rows that have been loaded, in the order of their lines. */
  rows: readonly ImportRow[];
  next: number | null;
  nextPage: 'idle' | 'loading' | Problem;
  choices: ImportChoices;
  /** Keys of the accounts of the file that begin with what the bank had. */
  begin: ReadonlySet<string>;
  /** Today's balances of accounts as they are typed, by their keys in the file. */
  balances: ReadonlyMap<string, string>;
  /** Whether the import is being recorded. */
  isImporting: boolean;
  imported: Summary | null;
};

const NOTHING: ImportState = {
  file: null,
  currency: '',
  mapping: null,
  answers: {},
  columnsError: null,
  isReading: false,
  problem: null,
  preview: null,
  rows: [],
  next: null,
  nextPage: 'idle',
  choices: new Map(),
  begin: new Set(),
  balances: new Map(),
  isImporting: false,
  imported: null,
};

const useStore = create<ImportState>(() => NOTHING);
const { getState, setState } = useStore;

/** Returns a part of the state in a component. */
export function useImport<Part>(part: (state: ImportState) => Part): Part {
  return useStore(part);
}

/** Starts with a file, unless it is already the current one; reads it again where the user's currency has changed. */
export function startImport(file: File, currency: string): void {
  const before = getState();
  const isSame = before.currency === currency || before.isImporting || before.imported !== null;
  if (before.file === file && isSame) return;
  setState({ ...NOTHING, file, currency });
  void readAgain();
}

/** Resets the state. */
export function resetImport(): void {
  setState(NOTHING);
}

/** Number of the last request for a preview: the response to an earlier one is discarded. */
let lastRequest = 0;

/** The timer of a preview that was put off. */
let later: ReturnType<typeof setTimeout> | undefined;

/**
 * Requests a preview of the file with the current mapping and answers. The choices for rows begin anew, unless `keeps`
 * is true: where only what becomes of categories has changed, the rows are the same.
 */
export async function readAgain(keeps = false): Promise<void> {
  const { file, mapping, answers } = getState();
  if (!file) return;
  clearTimeout(later);
  lastRequest += 1;
  const request = lastRequest;
  setState({ isReading: true, problem: null });
  const outcome = await call('importPreview', { ...(mapping && { mapping }), answers }, { file });
  if (request !== lastRequest || getState().file !== file) return;
  if (!outcome.ok) return setState({ isReading: false, problem: outcome.problem });
  const { rows, next } = outcome.data;
  setState({
    isReading: false,
    columnsError: null,
    preview: outcome.data,
    rows,
    next,
    nextPage: 'idle',
    ...(!keeps && { choices: new Map(), begin: new Set() }),
  });
  if (keeps) await loadUpTo(Math.max(0, ...getState().choices.keys()));
}

/** Loads the rows up to a line: what choices come to is worked out from the rows that have them. */
async function loadUpTo(line: number): Promise<void> {
  const { preview } = getState();
  for (;;) {
    const { rows, next, nextPage } = getState();
    if (getState().preview !== preview || next === null || nextPage !== 'idle') return;
    if ((rows.at(-1)?.line ?? line) >= line) return;
    await loadImportRows(IMPORT_PAGE_ROWS_MAX);
  }
}

/** Answers a question about the file, or about one of its accounts, and reads the file again. */
export function answer(id: string, account: string | null, value: string): void {
  const { answers } = getState();
  const before = answers[id];
  const newAnswer = account === null ? value : { ...(typeof before === 'object' && before), [account]: value };
  setState({ answers: { ...answers, [id]: newAnswer } });
  void readAgain();
}

/** Reads the file again in another currency of the user's, with the answers that were given. */
export function countIn(currency: string): void {
  setState({ currency });
  void readAgain();
}

/** A category as answers name it. */
export function pathInFile({ name, parent }: Pick<ImportCategory, 'name' | 'parent'>): string {
  return parent === null ? name : `${parent}:${name}`;
}

/** How long a choice waits for the next one before the file is read again. */
const NEXT_CHOICE_MS = 700;

/** Says what becomes of categories by their paths in the file, and reads it again once nothing more is said. */
export function answerCategories(chosen: ReadonlyMap<string, string>): void {
  const { answers } = getState();
  const { categories: before } = answers;
  const categories = { ...(typeof before === 'object' && before), ...Object.fromEntries(chosen) };
  setState({ answers: { ...answers, categories }, isReading: true });
  clearTimeout(later);
  later = setTimeout(() => void readAgain(true), NEXT_CHOICE_MS);
}

/** Ids of questions that each mapping answers, and those that one answers which has a field. */
const OF_COLUMNS = ['day-order', 'amount-column', 'decimal-mark', 'direction'];
const OF_FIELDS: Readonly<Record<string, keyof ImportMapping>> = {
  encoding: 'encoding',
  unit: 'unit',
  status: 'notBookedWords',
  year: 'year',
};

/** How long a typed setting of columns waits for the next letter. */
const NEXT_LETTER_MS = 250;

/** Reads the file again with other columns, once nothing more is typed where `isTyped`. */
export function mapColumns(mapping: ImportMapping, isTyped = false): void {
  const isAnswered = (id: string) => {
    const field = OF_FIELDS[id];
    return OF_COLUMNS.includes(id) || (field !== undefined && mapping[field] !== undefined);
  };
  const answers = Object.fromEntries(Object.entries(getState().answers).filter(([id]) => !isAnswered(id)));
  setState({ mapping, answers, columnsError: null });
  clearTimeout(later);
  if (isTyped) later = setTimeout(() => void readAgain(), NEXT_LETTER_MS);
  else void readAgain();
}

/** Says what the chosen columns lack: nothing is imported until others are chosen. */
export function refuseColumns(columnsError: string): void {
  clearTimeout(later);
  setState({ columnsError });
}

/** Loads a page of further rows, or as many as `limit`, unless a load is in flight or there are none. */
export async function loadImportRows(limit?: number): Promise<void> {
  const { preview, next, nextPage } = getState();
  if (!preview || next === null || nextPage === 'loading') return;
  setState({ nextPage: 'loading' });
  const outcome = await call('importRows', { importId: preview.importId, after: next, ...(limit && { limit }) });
  if (getState().preview !== preview) return;
  if (!outcome.ok) return setState({ nextPage: outcome.problem });
  setState(({ rows }) => ({
    rows: [...rows, ...outcome.data.rows],
    next: outcome.data.next,
    nextPage: 'idle',
  }));
}

/** Sets the choice of a row. */
export function chooseRow(row: ImportRow, choice: ImportChoice): void {
  setState(({ choices }) => ({ choices: choose(choices, row, choice) }));
}

/**
 * Takes a row that is left out, and leaves out any other. An invalid row stays left out, and so does a half of a
 * transfer of which nothing says the other account.
 */
export function toggleRow(row: ImportRow): void {
  if (row.status === 'invalid') return;
  const isLeft = choiceOf(getState().choices, row) === 'leave';
  if (isLeft && rowLacksOtherHalf(row) && !row.isTaken) return;
  chooseRow(row, isLeft ? 'take' : 'leave');
}

/** Sets whether an account of the file, by its key, begins with what the bank had. */
export function setBegin(key: string, isChosen: boolean): void {
  const others = [...getState().begin].filter((one) => one !== key);
  setState({ begin: new Set(isChosen ? [...others, key] : others) });
}

/** Sets the typed balance of today of an account of the file, by its key. */
export function setBalance(key: string, typed: string): void {
  setState({ balances: new Map([...getState().balances, [key, typed]]) });
}

/** Sets whether the import is being recorded, unless another file has been chosen meanwhile. */
export function setImporting(importId: string, isImporting: boolean): void {
  if (getState().preview?.importId === importId) setState({ isImporting });
}

/** Sets the result of the import, unless another file has been chosen meanwhile. */
export function noteImported(imported: Summary): void {
  if (getState().preview?.importId === imported.changeSetId) setState({ imported, isImporting: false });
}

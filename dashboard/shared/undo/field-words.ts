import { type FieldWords, wordsOfName } from '#contract/field-words.ts';
import type { FieldChange } from '#contract/ledger-calls.ts';
import type { Rule } from '#contract/rule-calls.ts';
import type { PartOfEntry } from '#contract/transaction.ts';
import type { User } from '#contract/user.ts';
import { formatDay } from '../../ui/day.ts';
import { formatSigned } from '../../ui/money.ts';
import { taggedText } from '../entries/tagged-text.ts';

/** The id of an occurrence of a schedule, with its nominal day. */
const DUE = /^occurrence \S+ (\d{4}-\d{2}-\d{2})$/;

/** The id of a confirmed balance: `everyday` or the account's id, and the day. */
const CONFIRMED = /^balance (\S+) (\d{4}-\d{2}-\d{2})$/;

/** The id of a plan, or of what carries over: the category's name, and the month. That of a target has no month. */
const OF_BUDGET = /^(?:plan|carry|target) (.+?)(?: (\d{4}-\d{2}))?$/;

/** The word for a field. */
export function fieldLabel(field: string): string {
  return wordsOfName(field).word;
}

/** The words for a field of the entry with this id and name; without the name if it is null. */
export function fieldWords(field: string, id: string, name: string | null): string {
  if (name === null) return fieldLabel(field);
  if (DUE.test(id)) return `${fieldLabel(field)} of ${name.replace(/^What/, 'what')}`;
  // The name of a confirmed balance says what is confirmed.
  if (!CONFIRMED.test(id)) return `${fieldLabel(field)} of ${name}`;
  return field === 'balance' ? name : `${fieldLabel(field)}, of the balance of ${name.replace(/^Balance of /, '')}`;
}

/** The accounts, the currency and the rules that a value may name. `rules` is missing until they are loaded. */
type Names = Pick<User, 'accounts' | 'currency'> & { rules?: readonly Pick<Rule, '_id' | 'when'>[] | undefined };

/** A value that calls give as it is read. */
const asIs = (value: unknown): string[] => String(value).split('\n');
const oneLine =
  <Value>(lineOf: (value: Value, names: Names) => string) =>
  (value: unknown, names: Names): string[] => [lineOf(value as Value, names)];

/** The lines of a value by its shape. */
const LINES: Record<FieldWords['shape'], (value: unknown, names: Names) => string[]> = {
  amount: oneLine((amount: number, { currency }) => formatSigned(amount, currency)),
  account: oneLine((id: string, { accounts }) => accountName(id, accounts)),
  parts: (parts, { currency }) =>
    (parts as PartOfEntry[]).map(
      ({ amount, category, note }) =>
        `${category} ${formatSigned(amount, currency)}${note === null ? '' : `, ${note}`}`,
    ),
  tags: oneLine((tags: string[]) => taggedText(tags)),
  day: oneLine((day: string) => formatDay(day).long),
  source: oneLine((source) => (source === 'statement' ? 'A statement' : 'Entered by hand')),
  state: oneLine((isOpen) => (isOpen ? 'Open' : 'Closed')),
  archived: oneLine((isArchived) => (isArchived ? 'Archived' : 'In use')),
  ordinal: asIs,
  budgeted: oneLine((isBudgeted) => (isBudgeted ? 'In the budget' : 'Beside the budget')),
  yes: oneLine((isSo) => (isSo ? 'Yes' : 'No')),
  rules: (ids, { rules }) =>
    (ids as string[]).map((id, index) => `${index + 1}. ${rules?.find(({ _id }) => _id === id)?.when ?? GONE_RULE}`),
  text: asIs,
  category: asIs,
  image: asIs,
  query: asIs,
  then: asIs,
  carry: asIs,
  target: asIs,
  span: asIs,
  repeats: asIs,
  post: asIs,
  mark: asIs,
};
const GONE_RULE = 'A rule that is gone';

/**
 * The value of a field as lines of text: amounts with their symbol, accounts by their names. No line without a value.
 */
export function valueLines(field: string, value: unknown, names: Names): string[] {
  return value === null || value === undefined ? [] : LINES[wordsOfName(field).shape](value, names);
}

function accountName(id: string, accounts: User['accounts']): string {
  return accounts.find(({ _id }) => _id === id)?.name ?? 'An account that is gone';
}

/** Whether a field is shown to the user: the account only where there is more than one. */
export function isShown(field: string, { accounts }: Pick<User, 'accounts'>): boolean {
  return field !== 'account' || accounts.length > 1;
}

/** The name of a transfer without a title. */
export const UNTITLED_TRANSFER = 'Transfer';

/** The name of an entry, account, goal or part of a budget by its id, as far as the changes or the user tell it. */
export function nameInWords(id: string, changes: readonly FieldChange[], { accounts, goals }: User): string | null {
  const named = changes.filter(({ entry, field }) => entry === id && (field === 'title' || field === 'name')).at(-1);
  const changed = named?.after ?? named?.before;
  if (typeof changed === 'string') return changed;
  if (id === 'monthly-figures') return 'Monthly figures';
  const [, category, month] = OF_BUDGET.exec(id) ?? [];
  if (category !== undefined) {
    const day = month === undefined ? null : formatDay(`${month}-01`);
    const name = category === '-' ? 'No category' : category;
    return day ? `${name}, ${day.month} ${day.year}` : name;
  }
  const [, due] = DUE.exec(id) ?? [];
  if (due !== undefined) return `What was due on ${formatDay(due).long}`;
  const [, owner = '', confirmed] = CONFIRMED.exec(id) ?? [];
  if (confirmed !== undefined) {
    const held = accounts.find(({ _id }) => _id === owner) ?? accounts[0];
    return `Balance of ${formatDay(confirmed).long}${accounts.length > 1 ? `, ${held?.name}` : ''}`;
  }
  const account = accounts.length > 1 ? accounts.find(({ _id }) => _id === id) : undefined;
  // A transfer needs no title.
  const isTransfer = changes.some(({ entry, field }) => entry === id && field === 'toAccount');
  return account?.name ?? goals.find(({ _id }) => _id === id)?.title ?? (isTransfer ? UNTITLED_TRANSFER : null);
}

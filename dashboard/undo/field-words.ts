import { wordsOfName } from '#contract/field-words.ts';
import type { FieldChange } from '#contract/ledger-calls.ts';
import type { PartOfEntry } from '#contract/transaction.ts';
import type { User } from '#contract/user.ts';
import { taggedText } from '../entries/tagged-text.ts';
import { formatDay } from '../ui/day.ts';
import { formatMoney, formatSigned } from '../ui/money.ts';

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

/**
 * The value of a field as lines of text: amounts with their symbol, accounts by their names. No line without a value.
 */
export function valueLines(field: string, value: unknown, user: Pick<User, 'accounts' | 'currency'>): string[] {
  if (value === null || value === undefined) return [];
  switch (wordsOfName(field).shape) {
    case 'amount':
      return [formatSigned(Number(value), user.currency)];
    case 'account':
      return [accountName(String(value), user)];
    case 'parts':
      return (value as PartOfEntry[]).map(
        ({ amount, category, note }) =>
          `${category} ${formatMoney(amount, user.currency)}${note === null ? '' : `, ${note}`}`,
      );
    case 'tags':
      return [taggedText(value as string[])];
    case 'text':
      return String(value).split('\n');
    case 'day':
      return [formatDay(String(value)).long];
    case 'source':
      return [value === 'statement' ? 'A statement' : 'Entered by hand'];
    case 'state':
      return [value ? 'Open' : 'Closed'];
    default:
      return [String(value)];
  }
}

function accountName(id: string, { accounts }: Pick<User, 'accounts'>): string {
  return accounts.find(({ _id }) => _id === id)?.name ?? 'An account that is gone';
}

/** Whether a field is shown to the user: the account only where there is more than one. */
export function isShown(field: string, { accounts }: Pick<User, 'accounts'>): boolean {
  return field !== 'account' || accounts.length > 1;
}

/** What a transfer without a title is called. */
export const UNTITLED_TRANSFER = 'Transfer';

/** The name of an entry, account, goal or part of a budget by its id, as far as the changes or the user tell it. */
export function nameOf(id: string, changes: readonly FieldChange[], { accounts, goals }: User): string | null {
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

import type { ImportAccount, ImportMatch, ImportQuestion, ImportRow } from '#contract/import-calls.ts';
import type { Example } from '#imports/formats/examples.ts';
import type { Question } from '#imports/parsed.ts';
import { addsTo, type LedgerEntry } from '#imports/preview/candidates.ts';
import { describedInText } from '#imports/preview/entry-texts.ts';
import type { Match, PreviewedRow } from '#imports/preview/preview.ts';
import type { RuledRow } from '#imports/preview/row-rules.ts';
import { accountIdOf } from '#ledger/ids.ts';
import { amountOf, type Cents } from '#ledger/model/money.ts';
import type { StatementBeginning } from './statements.ts';

/**
 * Converts a row to the contract's. `known` has the entries that known rows became, by their ids; `nameOf` gives the
 * name of a category by its id.
 */
export function presentRow(
  ledgerId: string,
  previewed: PreviewedRow,
  known: ReadonlyMap<string, LedgerEntry>,
  nameOf: (categoryId: string) => string,
): ImportRow {
  const { row, accountId, status, reason, column, category, categoryReason, entryId, otherHalf, ruled } = previewed;
  const { occurrence, isTaken } = previewed;
  const { title = row.title, note, tags } = { ...describedInText(row), ...ruled?.values };
  const knownEntryId = entryId === null ? undefined : known.get(entryId);
  const matches = knownEntryId ? [{ entry: knownEntryId, reason: 'This row was imported as it' }] : previewed.matches;
  return {
    line: row.line,
    account: row.account,
    date: row.date,
    amount: row.amount === null ? null : amountOf(row.amount),
    title,
    // A row that a rule calls otherwise has the file's title beside it.
    text: row.text ?? (title === row.title ? null : row.title),
    counterparty: row.counterparty,
    bankId: row.bankId,
    note: note ?? null,
    tags: tags ?? [],
    category: category === null ? null : nameOf(category),
    categoryReason,
    ruled: ruled ? ruled.reasons.map((each) => presentRuled(each, ruled.values, nameOf)) : [],
    status,
    reason: status === 'known' && entryId !== null && !knownEntryId ? 'Imported before, and deleted since' : reason,
    column,
    matches: matches.map((match) => presentMatch(ledgerId, match, accountId)),
    otherHalf,
    isTaken,
    occurrence: occurrence && {
      scheduleId: occurrence.scheduleId,
      nominal: occurrence.nominal,
      reason: occurrence.reason,
    },
  };
}

function presentRuled(
  { field, reason }: RuledRow['reasons'][number],
  { category, parts, ...others }: RuledRow['values'],
  nameOf: (categoryId: string) => string,
): ImportRow['ruled'][number] {
  if (field === 'category') return { field, value: category == null ? null : nameOf(category), reason };
  if (field !== 'parts') return { field, value: others[field], reason };
  const value = (parts ?? []).map(({ amount, category, note }) => ({
    amount: amountOf(amount),
    category: nameOf(category),
    note: note ?? null,
  }));
  return { field, value, reason };
}

function presentMatch(ledgerId: string, { entry, reason }: Match, accountId: string | null): ImportMatch {
  const { entryId, type, title, date, account, toAccount } = entry;
  const own = accountId !== null && [account, toAccount].includes(accountId) ? accountId : account;
  return {
    id: entryId,
    type,
    title,
    date,
    amount: amountOf(addsTo(entry, own) as Cents),
    account: accountIdOf(ledgerId, own),
    reason,
  };
}

/** Converts what an account would begin with to the contract's, or null if there is nothing to. */
export function presentBeginning(beginning: StatementBeginning | undefined): ImportAccount['begin'] {
  if (!beginning) return null;
  const { date, balance, amount } = beginning;
  return { date, balance: amountOf(balance), adds: amountOf(amount) };
}

/** Converts a question to the contract's, with the examples of its choices. */
export function presentQuestion(
  { choices, ...question }: Question,
  examples?: ReadonlyMap<string, readonly Example[]>,
): ImportQuestion {
  return {
    ...question,
    examples: (examples?.get(question.id) ?? []).map(({ rows, comesTo }) => ({
      rows: rows.map(({ amount, ...row }) => ({ ...row, amount: amount === null ? null : amountOf(amount) })),
      comesTo: comesTo === null ? null : amountOf(comesTo),
    })),
    choices: choices.map(({ value }) => value),
    labels: choices.map(({ label }) => label),
  };
}

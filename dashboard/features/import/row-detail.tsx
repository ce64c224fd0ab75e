import { useId, useState } from 'react';
import type { Account } from '#contract/account.ts';
import type { ImportChoice, ImportMatch, ImportRow } from '#contract/import-calls.ts';
import { useUser } from '../../server/user.ts';
import { hasSeveralAccounts, nameOfAccount } from '../../shared/accounts/accounts.ts';
import { taggedText } from '../../shared/entries/tagged-text.ts';
import { fieldLabel, valueLines } from '../../shared/undo/field-words.ts';
import { keyOfChoice, rowLacksOtherHalf } from './choices.ts';
import { FindEntry } from './find-entry.tsx';
import { chooseRow, useImport } from './import-store.ts';
import { shortDay, withSign } from './words.ts';

/** A fact of a row: its term, its lines of text, and why it has them. */
type Fact = [term: string, text: string, reason?: string | null | undefined];

/** Details of a row beside its title, and its choices. */
export function RowDetail({ row, choice }: { row: ImportRow; choice: ImportChoice }) {
  const { line, text, counterparty, bankId, note, tags, category, categoryReason, status, reason, column } = row;
  const user = useUser();
  const ruled = (field: Ruled) => row.ruled.find((each) => each.field === field);
  const factOf = (field: Ruled): Fact[] => {
    const { value, reason } = ruled(field) ?? {};
    return reason === undefined ? [] : [[fieldLabel(field), valueLines(field, value, user).join('\n'), reason]];
  };
  const facts: Fact[] = [
    ['Line', String(line)],
    ...(counterparty === null ? [] : [['Who', counterparty] satisfies Fact]),
    // The note begins with the text, unless that is too long for it.
    ...(text === null || note?.startsWith(text) ? [] : [['Text', text] satisfies Fact]),
    ...factOf('title'),
    ...(note === null ? [] : [['Note', note, ruled('note')?.reason] satisfies Fact]),
    ...(tags.length === 0 ? [] : [['Tags', taggedText(tags), ruled('tags')?.reason] satisfies Fact]),
    ...(bankId === null ? [] : [["Bank's id", bankId] satisfies Fact]),
    ...(category === null ? [] : [['Category', category, categoryReason] satisfies Fact]),
    ...factOf('parts'),
    ...factOf('wallet'),
    ...(status === 'invalid' && column !== null ? [['Column', column] satisfies Fact] : []),
    ...(reason === null ? [] : [['Why', reason] satisfies Fact]),
  ];
  return (
    <div className="grid gap-4 border-t border-rule pt-4">
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-1 text-small">
        {facts.map(([term, text, why]) => (
          <div key={term} className="contents">
            <dt className="text-ink-muted">{term}</dt>
            <dd className="note text-[1.0625rem] wrap-anywhere whitespace-pre-line text-ink lining-nums">
              {text}
              {why && <span className="block text-ink-muted">{why}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {status !== 'invalid' && <RowChoices row={row} choice={choice} />}
    </div>
  );
}

type Ruled = ImportRow['ruled'][number]['field'];

type Option = { choice: ImportChoice; text: string; reason?: string };

/** Radio buttons for the choice of a row. */
function RowChoices({ row, choice }: { row: ImportRow; choice: ImportChoice }) {
  const name = useId();
  const [byHand, setByHand] = useState<ImportMatch | null>(null);
  const [isSearching, setSearching] = useState(false);
  const account = useImport(({ preview }) => preview?.accounts.find(({ key }) => key === row.account));
  const accountId = account?.accountId ?? null;
  const textOf = useMatchText();
  const user = useUser();
  const others = user.accounts.filter(({ isOpen, _id }) => isOpen && _id !== accountId);
  const options = optionsOf(row, { byHand, others }, textOf);
  return (
    <div>
      <fieldset>
        <legend className="sr-only">What becomes of line {row.line}</legend>
        {options.map((option) => (
          <label
            key={keyOfChoice(option.choice)}
            className="flex min-h-9 cursor-pointer items-baseline gap-[0.65rem] py-1 touch:min-h-11"
          >
            <input
              type="radio"
              name={name}
              className="relative top-[3px] size-[18px] flex-none accent-accent"
              checked={keyOfChoice(choice) === keyOfChoice(option.choice)}
              onChange={() => chooseRow(row, option.choice)}
            />
            <span>
              {option.text}{' '}
              {option.reason && option.reason !== row.reason && (
                <span className="text-small text-ink-muted">{option.reason}</span>
              )}
            </span>
          </label>
        ))}
      </fieldset>
      {accountId !== null && row.amount !== null && !isSearching && (
        <button type="button" className="link mt-2 text-small" onClick={() => setSearching(true)}>
          Find its entry by hand
        </button>
      )}
      {accountId !== null && row.amount !== null && isSearching && (
        <FindEntry
          accountId={accountId}
          amount={row.amount}
          onFind={(match) => {
            setByHand(match);
            setSearching(false);
            chooseRow(row, { match: match.id });
          }}
        />
      )}
    </div>
  );
}

type Offered = { byHand: ImportMatch | null; others: readonly Account[] };

function optionsOf(
  row: ImportRow,
  { byHand, others: accounts }: Offered,
  textOf: (match: ImportMatch) => string,
): Option[] {
  const { status, matches, otherHalf, occurrence } = row;
  const leave: Option = { choice: 'leave', text: 'Leave it out' };
  const byHandOptions: Option[] =
    byHand === null || matches.some(({ id }) => id === byHand.id)
      ? []
      : [{ choice: { match: byHand.id }, text: `Same as ${textOf(byHand)}` }];
  if (status === 'transfer') {
    const [first, ...others] = otherHalf === null ? matches : [];
    return [
      ...(otherHalf === null ? [] : [{ choice: 'take' as const, text: `One transfer with line ${otherHalf}` }]),
      ...(first ? [{ choice: 'take' as const, text: `One transfer with ${textOf(first)}`, reason: first.reason }] : []),
      ...others.map((match) => ({
        choice: { match: match.id },
        text: `One transfer with ${textOf(match)}`,
        reason: match.reason,
      })),
      ...(row.isTaken && rowLacksOtherHalf(row)
        ? [{ choice: 'take' as const, text: 'One transfer, from the account that was said' }]
        : []),
      ...(rowLacksOtherHalf(row) ? accounts : []).map(({ _id, name }) => ({
        choice: { account: _id },
        text: `One transfer from ${name}`,
      })),
      ...byHandOptions,
      { choice: 'apart', text: 'On its own' },
      leave,
    ];
  }
  const sameEntries = status === 'known' ? [] : matches;
  return [
    ...(occurrence
      ? ([
          { choice: 'take', text: 'As what was to come', reason: occurrence.reason },
          { choice: 'apart', text: 'As a new entry on its own' },
        ] as const)
      : ([{ choice: 'take', text: 'As a new entry' }] as const)),
    ...sameEntries.map((match) => ({
      choice: { match: match.id },
      text: `${match.amount === row.amount ? 'Same as' : 'In place of'} ${textOf(match)}`,
      reason: match.reason,
    })),
    ...byHandOptions,
    leave,
  ];
}

/** Returns the words for an entry: its title, amount and day, and its account where there are several. */
function useMatchText(): (match: ImportMatch) => string {
  const user = useUser();
  return ({ title, amount, date, account }) =>
    [
      `‘${title || 'Transfer'}’`,
      withSign(amount, user.currency),
      shortDay(date),
      ...(hasSeveralAccounts(user) ? [nameOfAccount(user, account)] : []),
    ].join(', ');
}

import { useEffect, useRef, useState } from 'react';
import type { ImportMatch } from '../../../contract/import-calls.ts';
import { PAGE_ROWS_MAX } from '../../../contract/limits.ts';
import type { Problem } from '../../../contract/problems.ts';
import type { Entry } from '../../../contract/transaction.ts';
import { call } from '../../server/client.ts';
import { useUser } from '../../server/user.ts';
import { LoadError, SkeletonBar } from '../../ui/loading.tsx';
import { shortDay, withSign } from './words.ts';

type Props = {
  accountId: string;
  /** What the row adds to the account, in whole units. */
  amount: number;
  onFind: (match: ImportMatch) => void;
};

type Found = { entries: readonly ImportMatch[]; next: string | null; state: 'loading' | 'ready' | Problem };

/** List of the account's entries of the same amount, newest first, of which one is the row. */
export function FindEntry({ accountId, amount, onFind }: Props) {
  const { currency } = useUser();
  const [found, setFound] = useState<Found>({ entries: [], next: null, state: 'loading' });
  const list = useRef<HTMLDivElement>(null);

  async function search(before: string | null) {
    setFound((found) => ({ ...found, state: 'loading' }));
    const outcome = await call('getEntries', { account: accountId, limit: PAGE_ROWS_MAX, ...(before && { before }) });
    if (!outcome.ok) return setFound((found) => ({ ...found, state: outcome.problem }));
    const { entries, next } = outcome.data;
    const same = entries.map((entry) => asMatch(entry, accountId)).filter((entry) => entry.amount === amount);
    setFound((found) => ({ entries: [...found.entries, ...same], next, state: 'ready' }));
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: searches once; the list belongs to one row.
  useEffect(() => {
    list.current?.focus();
    void search(null);
  }, []);

  return (
    // biome-ignore lint/a11y/useSemanticElements: the fields of a form would be in a fieldset; these are buttons.
    <div ref={list} role="group" tabIndex={-1} aria-label="Entries of the same amount" className="mt-3 text-small">
      {found.entries.length > 0 && (
        <ul>
          {found.entries.map((entry) => (
            <li key={entry.id} className="flex flex-wrap justify-between gap-x-6 border-t border-rule py-2">
              <span>
                {entry.title || 'Transfer'} <span className="text-ink-muted">{shortDay(entry.date)}</span>{' '}
                {withSign(entry.amount, currency)}
              </span>
              <button type="button" className="link" onClick={() => onFind(entry)}>
                Same as this<span className="sr-only">: {entry.title}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div role="status">
        {found.state === 'loading' && <SkeletonBar width="10rem" />}
        {found.state === 'ready' && found.entries.length === 0 && found.next === null && (
          <p className="text-ink-muted">This account has no entry of {withSign(amount, currency)}.</p>
        )}
      </div>
      {typeof found.state === 'object' && <LoadError problem={found.state} retry={() => void search(found.next)} />}
      {found.state === 'ready' && found.next !== null && (
        <button type="button" className="link mt-1" onClick={() => void search(found.next)}>
          Look further back
        </button>
      )}
    </div>
  );
}

/** An entry with what it adds to an account. */
function asMatch({ _id, type, title, date, amount, account }: Entry, accountId: string): ImportMatch {
  const isOut = type === 'Expense' || (type === 'Transfer' && account === accountId);
  return { id: _id, type, title: title ?? '', date, amount: isOut ? -amount : amount, account: accountId, reason: '' };
}

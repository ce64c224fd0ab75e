import { useQuery } from '@tanstack/react-query';
import { Dialog as Radix } from 'radix-ui';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Account } from '#contract/account.ts';
import type { CallData } from '#contract/calls.ts';
import type { Problem } from '#contract/problems.ts';
import type { CauseAnswer, Mending } from '#contract/reconcile-calls.ts';
import { noteDemoTask } from '../../../browser-state/demo-tasks.ts';
import { useCommand } from '../../../commands/use-command.ts';
import { cache } from '../../../server/cache.ts';
import { isProblem } from '../../../server/problem.ts';
import { missingQuery } from '../../../server/queries.ts';
import { useUser } from '../../../server/user.ts';
import { hasSeveralAccounts } from '../../../shared/accounts/accounts.ts';
import { beginLabel } from '../../../shared/accounts/begin-label.ts';
import { askToUndo } from '../../../shared/undo/undo-change.ts';
import { AccountTable } from '../../../ui/account-table.tsx';
import { Button } from '../../../ui/button.tsx';
import { capitalized } from '../../../ui/capitalized.ts';
import { formatDay } from '../../../ui/day.ts';
import { Drawer } from '../../../ui/drawer.tsx';
import { LoadError, SkeletonBar } from '../../../ui/loading.tsx';
import { formatMoney, formatSigned, signOf } from '../../../ui/money.ts';
import { DIALOG_TITLE } from '../../../ui/overlay.ts';

type Props = { account: Account; date: string; onClose: () => void };

/**
 * Drawer that names likely causes why the books do not agree with the bank on a day, each mended by one click (product
 * 11.8).
 */
export function FindMissing({ open, ...props }: Props & { open: boolean }) {
  return (
    <Drawer open={open} onClose={props.onClose}>
      <Finding key={`${props.account._id} ${props.date}`} {...props} />
    </Drawer>
  );
}

function Finding({ account, date, onClose }: Props) {
  const user = useUser();
  const query = missingQuery(account._id, date);
  const missing = useQuery(query);
  const [mended, setMended] = useState<CauseAnswer>();
  const { currency } = user;
  const day = formatDay(date).long;
  const since = missing.data?.since ?? null;
  const difference = missing.data?.difference ?? 0;
  const period = since === null ? `up to ${day}` : `after ${formatDay(since).long}, up to ${day}`;
  const amount = difference === 0 ? '' : ` ${formatMoney(difference, currency)}`;

  const agrees = () => cache.getQueryData(query.queryKey)?.difference === 0;
  const { send, pending } = useCommand('mend', {
    saved: () => (agrees() ? `${day} agrees with the bank now` : 'Mended'),
    failed: 'Unable to mend it',
    onSaved: async () => {
      noteDemoTask('missing');
      await missing.refetch({ cancelRefetch: false });
      if (agrees()) onClose();
    },
  });

  async function mend(cause: CauseAnswer) {
    setMended(cause);
    const input = { accountId: account._id, date, mend: cause.mend };
    await send(input, { onFailed: (problem) => showConflicts(cause.mend, problem) });
  }

  /** Opens the questions about the conflicts of an undo. Returns false for any other problem. */
  function showConflicts(mend: Mending, problem: Problem): boolean {
    if (mend.does !== 'undo' || !isProblem(problem, 'undo_conflicts')) {
      void missing.refetch();
      return false;
    }
    onClose();
    void askToUndo(mend.changeSetId);
    return true;
  }

  return (
    <>
      <Radix.Title className={`${DIALOG_TITLE} pr-12`}>Find the missing{amount}</Radix.Title>
      <Radix.Description className="mt-1 text-ink-muted">
        {hasSeveralAccounts(user) ? `${account.name}, ${period}` : capitalized(period)}
      </Radix.Description>
      {missing.isLoadingError && <LoadError problem={missing.error.problem} retry={missing.refetch} />}
      {missing.isPending && <Skeleton />}
      {missing.data && (
        <>
          <Sums missing={missing.data} currency={currency} />
          {missing.data.difference === 0 ? (
            <p role="status" className="mt-6 text-income">
              {day} agrees with the bank.
            </p>
          ) : (
            <Causes
              causes={missing.data.causes}
              currency={currency}
              pending={pending ? mended?.mend : undefined}
              onMend={mend}
            />
          )}
          <NoLonger accountId={account._id} date={date} onDone={onClose} />
        </>
      )}
    </>
  );
}

/** Button that withdraws the confirmation of a day, for a balance that is wrong itself. */
function NoLonger({ accountId, date, onDone }: { accountId: string; date: string; onDone: () => void }) {
  const day = formatDay(date).long;
  const { send, pending } = useCommand('assertBalance', {
    saved: `${day} no longer confirmed`,
    failed: 'Unable to change the day',
    onSaved: onDone,
  });
  return (
    <Button
      kind="quiet"
      size="small"
      className="mt-4 -ml-4 self-start"
      writes
      pending={pending}
      onClick={() => void send({ accountId, date, balance: null })}
    >
      No longer confirm {day}
    </Button>
  );
}

function Sums({ missing, currency }: { missing: CallData<'findMissing'>; currency: string }) {
  return (
    <AccountTable
      caption="What is missing"
      className="mt-5"
      lines={[
        { name: 'The bank has', amount: formatSigned(missing.balance, currency) },
        { name: 'The books have', amount: formatSigned(missing.books, currency) },
      ]}
      result={{
        name: missing.difference < 0 ? 'The books have too much' : 'The books lack',
        amount: formatMoney(missing.difference, currency),
      }}
    />
  );
}

/** Name of a cause, in the margin. */
const KINDS: Record<CauseAnswer['kind'], string> = {
  'changed since': 'A change',
  'left out': 'Left out',
  twice: 'Entered twice',
  'starting balance': 'Starting balance',
  exact: 'Just as much',
  'across the day': 'Across the day',
  'sign turned': 'Sign turned',
  'digits swapped': 'Digits swapped',
  'decimal point': 'Decimal point',
  adjust: 'Last resort',
};

type CausesProps = {
  causes: readonly CauseAnswer[];
  currency: string;
  /** The cause that is being mended. */
  pending: Mending | undefined;
  onMend: (cause: CauseAnswer) => void;
};

function Causes({ causes, currency, pending, onMend }: CausesProps) {
  return (
    <section aria-label="Likely causes" className="mt-8">
      <p className="border-b border-rule-strong pb-2 note">What it may be, the likeliest first</p>
      <ol>
        {causes.map((cause, index) => (
          <li key={JSON.stringify(cause.mend)} className={CAUSE}>
            <p className="note text-[1.0625rem]">{KINDS[cause.kind]}</p>
            <div className="min-w-0">
              {cause.entry && <EntryOf entry={cause.entry} currency={currency} />}
              <p className="text-small text-ink-muted wrap-anywhere">{cause.reason}</p>
              <Button
                className="mt-3 max-w-full py-1.5 text-left [text-wrap:balance] whitespace-normal!"
                size="small"
                kind={index === 0 && cause.kind !== 'adjust' ? 'primary' : 'secondary'}
                writes
                pending={pending === cause.mend}
                aria-label={[mendLabel(cause.mend, currency), cause.entry?.title].filter(Boolean).join(': ')}
                onClick={() => onMend(cause)}
              >
                {mendLabel(cause.mend, currency)}
              </Button>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

const CAUSE =
  'grid grid-cols-[6.75rem_minmax(0,1fr)] items-baseline gap-x-4 border-b border-rule py-4 max-sm:grid-cols-1';

function EntryOf({ entry, currency }: { entry: NonNullable<CauseAnswer['entry']>; currency: string }) {
  const { id, type, title, date, amount } = entry;
  return (
    <p className="mb-1 flex justify-between gap-4">
      <span className="min-w-0 wrap-anywhere">
        {id === null ? (
          title
        ) : (
          <Link className="underline-offset-[0.22em] hover:underline" to={`/transactions/${id}`}>
            {title}
          </Link>
        )}{' '}
        <span className="text-small text-ink-muted">{formatDay(date).long}</span>
      </span>
      <span className="whitespace-nowrap">
        {type === 'Transfer' ? '' : `${signOf(type)} `}
        {formatMoney(amount, currency)}
      </span>
    </p>
  );
}

function mendLabel(mend: Mending, currency: string): string {
  switch (mend.does) {
    case 'undo':
      return 'Undo the change';
    case 'delete':
      return 'Delete it';
    case 'turn':
      return 'Turn it around';
    case 'set amount':
      return `Set to ${formatMoney(mend.amount, currency)}`;
    case 'set date':
      return `Move to ${formatDay(mend.date).long}`;
    case 'record row':
      return 'Record it';
    case 'begin with':
      return beginLabel(mend, currency);
    case 'adjust':
      return 'Record an adjusting entry';
    default:
      return mend satisfies never;
  }
}

const SKELETON_ROWS = ['6rem', '7rem', '5rem'];

function Skeleton() {
  return (
    <div aria-busy="true" className="mt-5">
      <p role="status" className="sr-only">
        Loading
      </p>
      {SKELETON_ROWS.map((width) => (
        <p key={width} className="flex h-row items-center justify-between border-b border-rule">
          <SkeletonBar width={width} />
          <SkeletonBar width="4.5rem" />
        </p>
      ))}
    </div>
  );
}

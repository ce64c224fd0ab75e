import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Verification } from '#contract/ledger-calls.ts';
import type { Problem } from '#contract/problems.ts';
import { verifies } from '../../../browser-state/verifies.ts';
import { call } from '../../../server/client.ts';
import { useUser } from '../../../server/user.ts';
import { AccountTable } from '../../../ui/account-table.tsx';
import { Button } from '../../../ui/button.tsx';
import { LoadError } from '../../../ui/loading.tsx';
import { formatSigned } from '../../../ui/money.ts';
import { PageSection } from '../../../ui/page.tsx';
import { comparisonText, verificationText } from './verification-text.ts';

/** Button that starts a verification. Keeps the focus; a status region announces the result. */
export function VerifyButton({ verifying, verify }: VerificationProps) {
  return (
    <Button kind="primary" pending={verifying.state === 'pending'} onClick={verify}>
      Check my books
    </Button>
  );
}

/** Result of the verification, announced by a status region. */
export function VerificationResult({ verifying, verify }: VerificationProps) {
  const { state } = verifying;
  return (
    <>
      <p role="status" className="sr-only">
        {state === 'pending' && 'Checking your books...'}
        {state === 'done' && `${verificationText(verifying.result)} ${comparisonText(verifying.result)}`}
      </p>
      {state === 'failed' && (
        <ResultSection>
          <LoadError problem={verifying.problem} retry={verify} />
        </ResultSection>
      )}
      {state === 'done' && (
        <ResultSection>
          <Result result={verifying.result} />
        </ResultSection>
      )}
    </>
  );
}

function ResultSection({ children }: { children: ReactNode }) {
  return <PageSection margin={<h2 className="note">Check</h2>}>{children}</PageSection>;
}

function Result({ result }: { result: Verification }) {
  const { currency } = useUser();
  return (
    <>
      <p className="subtitle">{verificationText(result)}</p>
      <p className="mt-[0.35rem] max-w-160 text-ink-muted">{comparisonText(result)}</p>
      {result.revision !== null && <Totals totals={result.totals} currency={currency} />}
      <p className="mt-4 text-small text-ink-muted">
        Fingerprint <span className="select-all tabular-nums wrap-anywhere text-ink">{result.seal}</span>
      </p>
      {result.differences.length > 0 && <Differences differences={result.differences} />}
    </>
  );
}

type TotalsProps = { totals: Verification['totals']; currency: string };

/** Table of the account totals: deposits, income, expenses, goals and the resulting balance. */
function Totals({ totals, currency }: TotalsProps) {
  const { opening, income, expenses, goals, balance } = totals;
  const lines: [name: string, amount: number][] = [
    ['Deposits and balances set by hand', opening],
    ['Income', income],
    ['Expenses', -expenses],
    ['Saved for goals', -goals],
  ];
  return (
    <AccountTable
      className="mt-5 max-w-104"
      caption="What the entries add up to"
      lines={lines.map(([name, amount]) => ({ name, amount: formatSigned(amount, currency) }))}
      result={{ name: 'Balance', amount: formatSigned(balance, currency) }}
    />
  );
}

/** List of the differences between the read model and the ledger. */
function Differences({ differences }: Pick<Verification, 'differences'>) {
  return (
    <>
      <ul className="mt-5 mb-3" aria-label="Differences">
        {differences.map(({ field, expected, found, revision }) => (
          <li key={field + revision} className="border-t border-rule py-2 wrap-anywhere">
            <b className="font-semibold text-danger">{field}</b> should be {format(expected)}, and is {format(found)}
            {revision !== null && `, since entry ${revision}`}
          </li>
        ))}
      </ul>
      <p className="text-small text-ink-muted">
        Amounts are in cents; entries are counted from 0. Your entries are untouched.
      </p>
    </>
  );
}

function format(value: string | null): string {
  return value ?? 'absent';
}

type VerificationState =
  | { state: 'none' }
  | { state: 'pending' }
  | { state: 'done'; result: Verification }
  | { state: 'failed'; problem: Problem };

/**
 * Returns `verify`, which verifies the ledger on the server, and its state. The result is local to the mounted screen.
 */
export function useVerification() {
  const { state, key } = useLocation();
  const [verifying, setVerifying] = useState<VerificationState>({ state: 'none' });
  async function verify(): Promise<void> {
    setVerifying({ state: 'pending' });
    const outcome = await call('verifyLedger');
    setVerifying(outcome.ok ? { state: 'done', result: outcome.data } : { state: 'failed', problem: outcome.problem });
  }
  const verifyAsked = useEffectEvent(() => {
    if (verifies(state)) void verify();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation.
  useEffect(() => verifyAsked(), [key]);
  return { verifying, verify };
}

export type VerificationProps = ReturnType<typeof useVerification>;

import type { ReactNode } from 'react';
import type { Verification } from '../../contract/ledger.ts';
import { useUser } from '../store/user.ts';
import { Button } from '../ui/button.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { PageSection } from '../ui/page.tsx';
import { Differences } from './differences.tsx';
import { Totals } from './totals.tsx';
import type { VerificationProps } from './use-verification.ts';
import { comparisonText, verificationText } from './verification-text.ts';

/** Begins a verification. It keeps the focus: what came of it is announced. */
export function VerifyButton({ verifying, verify }: VerificationProps) {
  return (
    <Button kind="primary" pending={verifying.state === 'pending'} onClick={verify}>
      Verify my ledger
    </Button>
  );
}

/** What came of the verification: announced as soon as it is there. */
export function VerificationResult({ verifying, verify }: VerificationProps) {
  const { state } = verifying;
  return (
    <>
      <p role="status" className="sr-only">
        {state === 'pending' && 'Verifying your ledger...'}
        {state === 'done' && `${verificationText(verifying.result)} ${comparisonText(verifying.result)}`}
      </p>
      {state === 'failed' && (
        <Part>
          <LoadError problem={verifying.problem} retry={verify} />
        </Part>
      )}
      {state === 'done' && (
        <Part>
          <Result result={verifying.result} />
        </Part>
      )}
    </>
  );
}

function Part({ children }: { children: ReactNode }) {
  return (
    <PageSection className="verified" margin={<h2 className="note">Verification</h2>}>
      {children}
    </PageSection>
  );
}

function Result({ result }: { result: Verification }) {
  const { currency } = useUser();
  return (
    <>
      <p className="subtitle">{verificationText(result)}</p>
      <p className="verified-words">{comparisonText(result)}</p>
      {result.revision !== null && <Totals totals={result.totals} currency={currency} />}
      {result.differences.length > 0 && <Differences differences={result.differences} />}
    </>
  );
}

import type { ReactNode } from 'react';
import type { Verification } from '../../contract/ledger-calls.ts';
import { useUser } from '../store/user.ts';
import { Button } from '../ui/button.tsx';
import { LoadError } from '../ui/load-error.tsx';
import { PageSection } from '../ui/page.tsx';
import { Differences } from './differences.tsx';
import { Totals } from './totals.tsx';
import type { VerificationProps } from './use-verification.ts';
import { comparisonText, verificationText } from './verification-text.ts';

/** Button that starts a verification. Keeps the focus; a status region announces the result. */
export function VerifyButton({ verifying, verify }: VerificationProps) {
  return (
    <Button kind="primary" pending={verifying.state === 'pending'} onClick={verify}>
      Verify my ledger
    </Button>
  );
}

/** Result of the verification, announced by a status region. */
export function VerificationResult({ verifying, verify }: VerificationProps) {
  const { state } = verifying;
  return (
    <>
      <p role="status" className="sr-only">
        {state === 'pending' && 'Verifying your ledger...'}
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

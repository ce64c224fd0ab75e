import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DEMO_EMAIL } from '#contract/demo.ts';
import { signInQuery } from '../../../server/sign-in-queries.ts';
import { useUser } from '../../../server/user.ts';
import { LoadError, SkeletonRows } from '../../../ui/loading.tsx';
import { CodeGenerator } from './code-generator.tsx';
import { Passkeys } from './passkeys.tsx';
import { RecoveryCodes, RecoveryCodesDialog } from './recovery-codes.tsx';
import { SingleSignOn } from './single-sign-on.tsx';

/** Section with what is asked for beside the password: a code generator, passkeys and recovery codes. */
export function SigningIn() {
  const { email } = useUser();
  const isDemo = email === DEMO_EMAIL;
  const { data, isLoadingError, error, refetch } = useQuery({ ...signInQuery, enabled: !isDemo });
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (isLoadingError) return <LoadError problem={error.problem} retry={refetch} />;
  const hasFactor = data !== undefined && (data.totp !== null || data.passkeys.length > 0);
  return (
    <section aria-labelledby="second-factor">
      <h2 id="second-factor" className="subtitle">
        Passkeys and second factor
      </h2>
      {isDemo ? (
        <p className="mt-2 text-ink-muted">
          The password of the demo user is public, so nothing can be asked for beside it.
        </p>
      ) : data ? (
        <div className="mt-4 grid gap-8">
          <CodeGenerator totp={data.totp} onCodes={setCodes} />
          <Passkeys passkeys={data.passkeys} onCodes={setCodes} />
          <SingleSignOn isLinked={data.oidc !== null} />
          {hasFactor && <RecoveryCodes left={data.recoveryCodesLeft} onCodes={setCodes} />}
        </div>
      ) : (
        <SkeletonRows amountWidth="3rem" />
      )}
      <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { LedgerSeal, SealCheck } from '#contract/ledger-calls.ts';
import { call } from '../../../server/client.ts';
import { sealQuery } from '../../../server/history-queries.ts';
import { problemMessage } from '../../../server/problem.ts';
import { Button } from '../../../ui/button.tsx';
import { FormField, Input } from '../../../ui/fields.tsx';
import { lazyResolver, setFieldErrors } from '../../../ui/form.ts';
import { LoadError, SkeletonBar } from '../../../ui/loading.tsx';
import { PageSection } from '../../../ui/page.tsx';
import { sealCheckText, sealText } from './seal-text.ts';

/**
 * Section of the ledger's seal as it is now, with the form that checks one that was kept. Screens call it the
 * fingerprint of the books. `id` is its place in the address.
 */
export function SealSection({ id }: { id: string }) {
  const seal = useQuery(sealQuery);
  return (
    <PageSection
      margin={
        <h2 id={id} className="note scroll-mt-24">
          Fingerprint of your books
        </h2>
      }
    >
      <div className="grid gap-x-5 gap-y-5 lg:grid-cols-2">
        <div>
          {seal.isLoadingError ? (
            <LoadError problem={seal.error.problem} retry={seal.refetch} />
          ) : (
            <Seal seal={seal.data} />
          )}
        </div>
        <CheckForm />
      </div>
    </PageSection>
  );
}

/** The seal, which one click selects. */
function Seal({ seal }: { seal: LedgerSeal | undefined }) {
  return (
    <>
      <p className="text-[1.25rem]/[1.3] tabular-nums">
        {seal ? <span className="select-all wrap-anywhere">{seal.seal}</span> : <SkeletonBar width="17rem" />}
      </p>
      <p className="mt-1 min-h-[2lh] text-small text-ink-muted">
        {seal ? sealText(seal) : <SkeletonBar width="20rem" />}
      </p>
    </>
  );
}

const resolver = lazyResolver(async () => (await import('./seal-resolver.ts')).sealResolver);

/** Form 'Check a fingerprint', with the answer in words below it. */
function CheckForm() {
  const [answer, setAnswer] = useState<SealCheck | { problem: string } | null>(null);
  const { register, handleSubmit, setError, formState } = useForm({ resolver, defaultValues: { seal: '' } });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(
    async (input) => {
      setAnswer(null);
      const outcome = await call('checkSeal', input);
      if (outcome.ok) setAnswer(outcome.data);
      else if (!setFieldErrors(outcome.problem, ['seal'], setError))
        setAnswer({ problem: problemMessage(outcome.problem) });
    },
    () => setAnswer(null),
  );

  return (
    <form noValidate onSubmit={submit}>
      <FormField label="Check a fingerprint" error={errors.seal?.message}>
        {(props) => (
          <div className="flex gap-3">
            <Input
              {...props}
              {...register('seal')}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              required
            />
            <Button type="submit" writes={false} pending={isSubmitting}>
              Check
            </Button>
          </div>
        )}
      </FormField>
      <p
        role="status"
        className="mt-2 empty:hidden data-broken:text-danger"
        data-broken={isBroken(answer) || undefined}
      >
        {answer && ('problem' in answer ? answer.problem : sealCheckText(answer))}
      </p>
    </form>
  );
}

const isBroken = (answer: SealCheck | { problem: string } | null) =>
  answer !== null && !('holds' in answer && answer.holds);

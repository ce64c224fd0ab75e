import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { DEMO_EMAIL } from '#contract/demo.ts';
import type { Token } from '#contract/token-calls.ts';
import { fetchData } from '../../server/cache.ts';
import { useUser } from '../../server/user.ts';
import { nameOfAccount } from '../../shared/accounts/accounts.ts';
import { Button } from '../../ui/button.tsx';
import { formatDay, localDateOf, localDayAndTimeOf } from '../../ui/day.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { LoadError, SkeletonRows } from '../../ui/loading.tsx';
import { formatMoney } from '../../ui/money.ts';
import { ShownOnce } from './shown-once.tsx';
import { AskFirst } from './signing-in/ask-first.tsx';
import { useProvedCall } from './signing-in/use-proved-call.ts';
import { TokenForm } from './token-form.tsx';
import { Webhooks } from './webhooks.tsx';

const tokensQuery = queryOptions({ queryKey: ['tokens'], queryFn: async () => (await fetchData('getTokens')).tokens });

/** Section with the tokens by which programs read the books: each is shown once, and can be revoked. */
export function Programs() {
  const { email } = useUser();
  const { data, isLoadingError, error, refetch } = useQuery({ ...tokensQuery, refetchOnMount: 'always' });
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  if (isLoadingError) return <LoadError problem={error.problem} retry={refetch} />;
  return (
    <section aria-labelledby="programs-heading">
      <h2 id="programs-heading" className="subtitle">
        Programs that use your books
      </h2>
      <p className="mt-2 text-ink-muted">
        A token lets a script or an assistant look at your books, propose changes, or also write in them: History names
        it, and you undo what it did. It never sees how you log in. An assistant that speaks the Model Context Protocol
        uses one at <code className="font-mono text-[0.875em] wrap-anywhere">{window.location.origin}/mcp</code>.
      </p>
      {!data ? (
        <SkeletonRows amountWidth="3rem" />
      ) : (
        data.length > 0 && (
          <ul aria-label="Tokens" className="mt-3 border-t border-rule-strong">
            {data.map((token) => (
              <TokenLine key={token._id} token={token} onRevoked={() => void refetch()} />
            ))}
          </ul>
        )
      )}
      <p className="mt-4 flex flex-wrap items-baseline gap-x-5 gap-y-2">
        {email === DEMO_EMAIL ? (
          <span className="text-small text-ink-muted">The demo user's password is public, so it can have none.</span>
        ) : (
          <>
            <Button onClick={() => setMaking(true)}>Make a token</Button>
            <Link className="link" to="/proposals">
              What they propose
            </Link>
          </>
        )}
      </p>
      <Dialog
        open={isMaking}
        onOpenChange={setMaking}
        title="Make a token"
        description="Each program gets its own, so that you can tell them apart and revoke one alone."
      >
        <TokenForm
          onMade={(token) => {
            setMaking(false);
            setMade(token);
            void refetch();
          }}
        />
      </Dialog>
      <ShownOnce
        title="Your token"
        description="Keep it where the program finds it, and nowhere else: it is shown this once."
        name="Token"
        text={made}
        onClose={() => setMade(null)}
      />
      <Webhooks />
    </section>
  );
}

function TokenLine({ token, onRevoked }: { token: Token; onRevoked: () => void }) {
  const user = useUser();
  const { _id, name, scope, accounts, limits, expiresAt, createdAt, lastUsedAt, lastAddress } = token;
  const [isAsking, setAsking] = useState(false);
  const { start, pending } = useProvedCall('revokeToken', {
    input: { tokenId: _id },
    saved: `Token revoked: ${name}`,
    failed: 'Unable to revoke the token',
    onDone: onRevoked,
  });
  const at = (instant: string) => localDayAndTimeOf(new Date(instant));
  const used = lastUsedAt === null ? `made ${at(createdAt)}, not used yet` : `last used ${at(lastUsedAt)}`;
  return (
    <li className="flex items-center justify-between gap-x-6 border-b border-rule py-2">
      <div className="min-w-0 wrap-anywhere">
        <p>
          {name} <span className="note text-[1.0625rem]">{SCOPE_WORDS[scope]}</span>
        </p>
        <p className="text-small text-ink-muted">
          {used}
          {lastAddress !== null && ` from ${lastAddress}`}
          {accounts && ` · sees ${accounts.map((id) => nameOfAccount(user, id)).join(', ')} alone`}
          {limitWords(limits, user.currency)}
          {expiresAt !== null && ` · ends ${formatDay(localDateOf(new Date(expiresAt))).long}`}
        </p>
      </div>
      <Button
        kind="quiet"
        size="compact"
        className="flex-none"
        pending={pending}
        aria-label={`Revoke ${name}`}
        onClick={() => setAsking(true)}
      >
        Revoke
      </Button>
      <AskFirst
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Revoke the token?"
        description={`“${name}” can't use your books from then on.`}
        action="Revoke it"
        onConfirm={() => void start()}
      />
    </li>
  );
}

/** The limits of a token in words; nothing without any. */
function limitWords(limits: Token['limits'], currency: string): string {
  const { amount, days } = limits ?? {};
  return [
    ...(amount === undefined ? [] : [` · up to ${formatMoney(amount, currency)} each`]),
    ...(days === undefined ? [] : [` · within ${days} ${days === 1 ? 'day' : 'days'} of today`]),
  ].join('');
}

const SCOPE_WORDS = { read: 'reads', propose: 'reads and proposes', write: 'reads and writes' } as const;

import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { SecurityEvent, SecurityEventKind } from '#contract/sign-in-calls.ts';
import { fetchData } from '../../server/cache.ts';
import { localDayAndTimeOf } from '../../ui/day.ts';
import { LoadError, SkeletonRows } from '../../ui/loading.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { agentWords } from './agent-words.ts';

const securityLogQuery = queryOptions({
  queryKey: ['security-log'],
  queryFn: async () => (await fetchData('getSecurityLog')).events,
});

/** The number of events that are shown until all are asked for. */
const SHOWN_AT_FIRST = 10;

const WORDS: Record<SecurityEventKind, string> = {
  login: 'Logged in',
  'login-refused': 'A login with a wrong password was refused',
  'code-refused': 'A login with a wrong code or passkey was refused',
  'proof-refused': 'A wrong password or passkey was refused, while logged in',
  'password-changed': 'The password was changed',
  'code-generator-added': 'A code generator was set up',
  'code-generator-removed': 'The code generator was removed',
  'passkey-added': 'A passkey was added',
  'passkey-removed': 'A passkey was removed',
  'recovery-code-used': 'A recovery code was used',
  'token-made': 'A program was let in',
  'token-revoked': 'A program was shut out',
  'webhook-added': 'A webhook was added',
  'webhook-removed': 'A webhook was removed',
  'webhook-off': 'A webhook was turned off: it failed for a day',
  'oidc-linked': 'A single sign-on was linked',
  'oidc-unlinked': 'The single sign-on was taken away',
  'recovery-codes-made': 'New recovery codes were made',
  'sessions-ended': 'All other sessions were ended',
  'sign-in-reset': 'The ways in were reset on the server',
};

/** Section with the security events of the user, the newest first: ten, then all that there are. */
export function SecurityLog() {
  const { data, isLoadingError, error, refetch } = useQuery({ ...securityLogQuery, refetchOnMount: 'always' });
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  if (isLoadingError) return <LoadError problem={error.problem} retry={refetch} />;
  const shown = isWhole ? data : data?.slice(0, SHOWN_AT_FIRST);

  function showAll() {
    // Rendered first, because the button that had the focus goes.
    flushSync(() => setWhole(true));
    const next = list.current?.children[SHOWN_AT_FIRST];
    if (next instanceof HTMLElement) next.focus();
  }

  return (
    <section aria-labelledby="security-log-heading">
      <h2 id="security-log-heading" className="subtitle">
        What happened to your account
      </h2>
      {!data || !shown ? (
        <SkeletonRows amountWidth="3rem" />
      ) : data.length === 0 ? (
        <p className="mt-2 text-ink-muted">Nothing in the last 180 days.</p>
      ) : (
        <>
          <ul ref={list} className="mt-3 border-t border-rule-strong">
            {shown.map((event) => (
              <EventLine key={event._id} event={event} />
            ))}
          </ul>
          {shown.length < data.length && (
            <ShowMore shown={shown.length} count={data.length} noun="events" pending={false} onClick={showAll} />
          )}
        </>
      )}
    </section>
  );
}

function EventLine({ event: { at, kind, address, agent, name } }: { event: SecurityEvent }) {
  return (
    <li tabIndex={-1} className="border-b border-rule py-2 wrap-anywhere">
      <p>
        {WORDS[kind]}
        {name !== null && `: ${name}`}
      </p>
      <p className="text-small text-ink-muted" title={agent ?? undefined}>
        {localDayAndTimeOf(new Date(at))}
        {agent !== null && ` · ${agentWords(agent)}`}
        {address !== null && ` · ${address}`}
      </p>
    </li>
  );
}

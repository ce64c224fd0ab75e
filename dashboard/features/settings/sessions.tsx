import { queryOptions, useQuery } from '@tanstack/react-query';
import type { UserSession } from '#contract/user-calls.ts';
import { useCommand } from '../../commands/use-command.ts';
import { fetchData } from '../../server/cache.ts';
import { Button } from '../../ui/button.tsx';
import { localDayAndTimeOf } from '../../ui/day.ts';
import { LoadError, SkeletonRows } from '../../ui/loading.tsx';
import { agentWords } from './agent-words.ts';

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async () => (await fetchData('getSessions')).sessions,
});

/** Section with the sessions of the user. A press logs out one of them, or all others. */
export function SessionsSection() {
  const { data, isLoadingError, error, refetch } = useQuery({ ...sessionsQuery, refetchOnMount: 'always' });
  const endAll = useCommand('endOtherSessions', {
    saved: 'The other sessions have ended',
    failed: 'Unable to end the other sessions',
    onSaved: () => void refetch(),
  });
  if (isLoadingError) return <LoadError problem={error.problem} retry={refetch} />;
  return (
    <section aria-labelledby="sessions-heading">
      <h2 id="sessions-heading" className="subtitle">
        Where you are logged in
      </h2>
      {data ? (
        <ul className="mt-3 border-t border-rule-strong">
          {data.map((session) => (
            <SessionLine key={session._id} session={session} onEnded={() => void refetch()} />
          ))}
        </ul>
      ) : (
        <SkeletonRows amountWidth="3rem" />
      )}
      {data && data.length > 1 && (
        <Button className="mt-4" writes pending={endAll.pending} onClick={() => void endAll.send(undefined)}>
          Log out everywhere else
        </Button>
      )}
    </section>
  );
}

function SessionLine({ session, onEnded }: { session: UserSession; onEnded: () => void }) {
  const { _id, current, createdAt, lastUsedAt, address, agent } = session;
  const words = agentWords(agent);
  const { send, pending } = useCommand('endSession', {
    saved: 'The session has ended',
    failed: 'Unable to end the session',
    onSaved: onEnded,
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-b border-rule py-2">
      <div className="min-w-0 wrap-anywhere">
        <p title={agent ?? undefined}>
          {words}
          {current && <span className="note text-[1.0625rem]"> this browser</span>}
        </p>
        <p className="text-small text-ink-muted">
          {address !== null && `${address} · `}
          {current
            ? `since ${localDayAndTimeOf(new Date(createdAt))}`
            : `last used ${localDayAndTimeOf(new Date(lastUsedAt))}`}
        </p>
      </div>
      {!current && (
        <Button
          kind="quiet"
          size="compact"
          className="max-sm:-ml-3"
          writes
          pending={pending}
          aria-label={`Log out ${words}`}
          onClick={() => void send({ sessionId: _id })}
        >
          Log out
        </Button>
      )}
    </li>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Proposal } from '#contract/proposal-calls.ts';
import { refresh } from '../../server/cache.ts';
import { proposalsQuery } from '../../server/proposal-queries.ts';
import { PROPOSALS } from '../../server/queries.ts';
import { TodayInMargin } from '../../shared/as-known/today-in-margin.tsx';
import { WritingIsOff } from '../../shared/as-known/writing-is-off.tsx';
import { programOf } from '../../shared/proposals/program-of.ts';
import { formatDay, localDateOf } from '../../ui/day.ts';
import { LoadError, SkeletonRows } from '../../ui/loading.tsx';
import { PageHeader, PageSection, useTitle } from '../../ui/page.tsx';
import { ProposalDetail } from './proposal-detail.tsx';

/** The screen of what programs propose, the open ones first (product 9.27). */
export function ProposalsScreen() {
  useTitle('Proposals');
  const { data, isLoadingError, error, refetch } = useQuery({ ...proposalsQuery(), refetchOnMount: 'always' });
  const open = (data ?? []).filter(({ status }) => status === 'open').toReversed();
  const closed = (data ?? []).filter(({ status }) => status !== 'open');
  return (
    <>
      <PageHeader margin={<TodayInMargin />} heading="Proposals" />
      <WritingIsOff />
      {isLoadingError ? (
        <PageSection kind="plain">
          <LoadError problem={error.problem} retry={refetch} />
        </PageSection>
      ) : !data ? (
        <PageSection kind="plain">
          <SkeletonRows amountWidth="5rem" />
        </PageSection>
      ) : (
        <>
          {open.length === 0 ? <NothingProposed /> : <OpenProposals proposals={open} />}
          {closed.length > 0 && <ClosedProposals proposals={closed} />}
        </>
      )}
    </>
  );
}

/** The open proposals, the oldest first: one at a time shows what it would do. */
function OpenProposals({ proposals }: { proposals: readonly Proposal[] }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = proposals.find(({ _id }) => _id === chosen) ?? proposals[0];
  // Another program, or another tab, may have decided it.
  useEffect(() => refresh([[PROPOSALS, shown?._id ?? '']]), [shown?._id]);
  return proposals.map((proposal) => (
    <PageSection key={proposal._id} margin={<Author proposal={proposal} />}>
      {proposal === shown ? (
        <ProposalDetail key={proposal._id} proposal={proposal} />
      ) : (
        <h2>
          <button type="button" className="link text-left wrap-anywhere" onClick={() => setChosen(proposal._id)}>
            {proposal.reason}
          </button>
        </h2>
      )}
    </PageSection>
  ));
}

function Author({ proposal }: { proposal: Proposal }) {
  return (
    <>
      <p className="note wrap-anywhere">{programOf(proposal)}</p>
      <p className="text-small text-ink-muted">{formatDay(localDateOf(new Date(proposal.createdAt))).long}</p>
    </>
  );
}

function NothingProposed() {
  return (
    <PageSection kind="plain">
      <p>Nothing is proposed.</p>
      <p className="mt-2 max-w-136 text-ink-muted">
        An assistant or a script whose token may propose sends you changes: you see what each would do, take it as a
        whole or in part, and can undo it. It writes nothing itself.
      </p>
      <Link className="link mt-4 inline-block" to="/settings#programs">
        Make a token
      </Link>
    </PageSection>
  );
}

const STATUS_WORDS = {
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Taken back',
  expired: 'Ended after 30 days',
  open: 'Open',
} as const;

function ClosedProposals({ proposals }: { proposals: readonly Proposal[] }) {
  return (
    <PageSection margin={<h2 className="note">Decided</h2>}>
      <ul aria-label="Decided" className="border-t border-rule md:border-t-0">
        {proposals.map((proposal) => (
          <li
            key={proposal._id}
            className="flex items-baseline justify-between gap-x-6 border-b border-rule py-2 first:pt-0"
          >
            <span className="min-w-0 wrap-anywhere">
              {proposal.reason} <span className="note text-[1.0625rem]">{programOf(proposal)}</span>
            </span>
            <span className="flex-none text-small text-ink-muted">
              {STATUS_WORDS[proposal.status]}, {formatDay(localDateOf(new Date(proposal.createdAt))).long}
            </span>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

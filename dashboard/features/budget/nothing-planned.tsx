import { useState } from 'react';
import type { Budget } from '#contract/budget-calls.ts';
import { useIsPast } from '../../browser-state/known.ts';
import { Button } from '../../ui/button.tsx';
import { PageSection } from '../../ui/page.tsx';
import { BudgetProposal } from './proposal.tsx';

/**
 * The purpose of a budget, in three lines, with a button that proposes a first plan; instead of it the proposal. As of
 * a past day it only says that nothing was planned.
 */
export function NothingPlanned({ budget }: { budget: Budget }) {
  const isPast = useIsPast();
  const [isProposing, setProposing] = useState(false);
  if (isPast)
    return (
      <PageSection margin={<h2 className="note">Plans</h2>}>
        <p className="text-ink-muted">Nothing was planned by then.</p>
      </PageSection>
    );
  return (
    <PageSection margin={<h2 className="note">{isProposing ? 'A proposal' : 'A first plan'}</h2>}>
      {isProposing ? (
        <BudgetProposal budget={budget} onLeave={() => setProposing(false)} />
      ) : (
        <>
          <ul className="grid max-w-136 gap-1.5">
            <li>A budget gives every coin a place before it is spent.</li>
            <li>You see what is left of each category, and cover what was overspent from another.</li>
            <li>Nothing is forgotten: each change of a plan can be looked at, and undone.</li>
          </ul>
          <p className="mt-5">
            <Button kind="primary" writes onClick={() => setProposing(true)}>
              Propose a plan from the last three months
            </Button>
          </p>
        </>
      )}
    </PageSection>
  );
}

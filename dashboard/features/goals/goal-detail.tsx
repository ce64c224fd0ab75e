import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Navigate, useNavigationType, useParams } from 'react-router-dom';
import type { Goal } from '#contract/goal.ts';
import { PROBLEMS } from '#contract/problems.ts';
import { useKnown } from '../../browser-state/known.ts';
import { useScreenKey } from '../../browser-state/screen-key.ts';
import { goalsQuery } from '../../server/queries.ts';
import { useUser } from '../../server/user.ts';
import { useToday } from '../../shared/as-known/moment.ts';
import { Explained } from '../../shared/explain/explained.tsx';
import { paceOf } from '../../shared/goals/pace.ts';
import { Badge } from '../../ui/badge.tsx';
import { BarEnds } from '../../ui/bar-ends.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDay } from '../../ui/day.ts';
import { LargeAmount } from '../../ui/large-amount.tsx';
import { lazyOverlay } from '../../ui/lazy.tsx';
import { SkeletonBar } from '../../ui/loading.tsx';
import { formatMoney } from '../../ui/money.ts';
import { DeleteGoal } from './delete-goal.tsx';
import { ProgressBar, progressOf } from './progress.tsx';

const AddMoney = lazyOverlay(() => import('./goal-dialogs.tsx').then((file) => file.AddMoney));
const TakeBack = lazyOverlay(() => import('./goal-dialogs.tsx').then((file) => file.TakeBack));
const UpdateGoal = lazyOverlay(() => import('./goal-dialogs.tsx').then((file) => file.UpdateGoal));

/** Route component of one goal, by `:goalId`. After a deletion it navigates to the list. */
export function GoalDetail() {
  const { goalId } = useParams();
  const goals = useQuery({ ...goalsQuery(useKnown()), enabled: false }).data;
  const [deletedId, setDeletedId] = useState<string | null>(null);

  if (deletedId !== null && deletedId === goalId) return <Navigate to="/goals" replace />;
  if (!goals) return <GoalSkeleton />;
  const goal = goals.find(({ _id }) => _id === goalId);
  if (goal) return <GoalFacts key={goal._id} goal={goal} onDeleted={() => setDeletedId(goal._id)} />;
  return (
    <>
      <GoalTitle>{PROBLEMS.goal_not_found.title}</GoalTitle>
      <p className="mt-2 text-ink-muted">It may have been deleted, or the address is not complete.</p>
    </>
  );
}

const TITLE = [
  'mb-[0.6rem] scroll-mt-[calc(var(--bar)+1rem)] font-book text-[2rem] leading-[1.2] font-medium tracking-[-0.008em]',
  '[text-wrap:balance] wrap-anywhere normal-nums focus-visible:outline-none',
].join(' ');

/**
 * Heading of the selected goal. Selecting a goal moves the focus here; on narrow screens, where it is below the list,
 * it also scrolls here.
 */
function GoalTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null);
  const key = useScreenKey();
  const navigationType = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on every navigation, also to the same goal.
  useEffect(() => {
    if (navigationType === 'POP' || !title.current) return;
    title.current.focus({ preventScroll: true });
    if (title.current.getBoundingClientRect().top > window.innerHeight / 2) title.current.scrollIntoView();
  }, [key]);
  return (
    <h2 ref={title} dir="auto" tabIndex={-1} className={TITLE}>
      {children}
    </h2>
  );
}

/** Details of a goal: progress, amounts, description and actions. */
function GoalFacts({ goal, onDeleted }: { goal: Goal; onDeleted: () => void }) {
  const { _id, title, category, description, date, wantedBy, currentAmount, finalAmount } = goal;
  const { currency } = useUser();
  const { text, percent, remaining } = progressOf(goal);
  const pace = paceOf(goal, useToday());
  return (
    <>
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <GoalTitle>{title}</GoalTitle>
          {category && <Badge>{category}</Badge>}
        </div>
        <DeleteGoal goal={goal} onDeleted={onDeleted} />
      </div>
      <div className="mt-7 mb-8 flex flex-wrap items-baseline gap-x-4 gap-y-3">
        <LargeAmount
          amount={currentAmount}
          currency={currency}
          size="figure"
          around={(saved) => (
            <Explained figure={`goal:${_id}`} name="what is saved">
              {saved}
            </Explained>
          )}
        />
        <p className="text-ink-muted">of {formatMoney(finalAmount, currency)}</p>
      </div>
      <BarEnds>
        <Explained figure={`percentage:goal:${_id}`} name="percentage">
          {text} saved
        </Explained>
        <span className="text-ink-muted">
          {remaining > 0 ? `${formatMoney(remaining, currency)} to go` : 'Goal reached'}
        </span>
      </BarEnds>
      <div
        role="progressbar"
        aria-label="Saved"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={text}
      >
        <ProgressBar percent={percent} />
      </div>
      <dl className={FACTS}>
        <Fact term="Final Target">{formatMoney(finalAmount, currency)}</Fact>
        <Fact term="Current Saved Amount">
          <Explained figure={`goal:${_id}`} name="current saved amount">
            {formatMoney(currentAmount, currency)}
          </Explained>
        </Fact>
        <Fact term="Date of Completion">{date === null ? <NotSet /> : formatDay(date).long}</Fact>
        {wantedBy !== undefined && <Fact term="Wanted by">{formatDay(wantedBy).long}</Fact>}
        {pace && !pace.isOver && (
          <Fact term="Needed a Month">
            {formatMoney(pace.perMonth, currency)}
            {pace.months > 1 && `, for ${pace.months} months`}
          </Fact>
        )}
        <Fact term="Description" isWhole>
          {description === null ? <NotSet /> : <p className="wrap-anywhere whitespace-pre-line">{description}</p>}
        </Fact>
      </dl>
      <GoalActions goal={goal} />
    </>
  );
}

function NotSet() {
  return <span className="text-ink-muted">Not Set</span>;
}

/** As many beside one another as have the room. */
const FACTS = 'mt-8 grid grid-cols-[repeat(auto-fit,minmax(11rem,1fr))] gap-x-8 gap-y-5';

type FactProps = { term: string; isWhole?: boolean; children: ReactNode };

/** A fact of the goal below its term; a whole one has a line to itself. */
function Fact({ term, isWhole = false, children }: FactProps) {
  return (
    <div className={isWhole ? 'col-span-full' : ''}>
      <dt className="note text-[1.0625rem]">{term}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}

/** Buttons that open the dialogs of a goal. */
function GoalActions({ goal }: { goal: Goal }) {
  const [open, setOpen] = useState<'money' | 'back' | 'update' | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="mt-7 flex flex-wrap gap-3">
      <Button kind="primary" writes onClick={() => setOpen('money')}>
        Add Money to This Goal
      </Button>
      <Button writes onClick={() => setOpen('update')}>
        Update this Goal
      </Button>
      {goal.currentAmount > 0 && (
        <Button writes onClick={() => setOpen('back')}>
          Take Money Back
        </Button>
      )}
      <AddMoney goal={goal} open={open === 'money'} onOpenChange={close} />
      <TakeBack goal={goal} open={open === 'back'} onOpenChange={close} />
      <UpdateGoal goal={goal} open={open === 'update'} onOpenChange={close} />
    </div>
  );
}

/** Placeholder of the goal details while loading. */
function GoalSkeleton() {
  return (
    <div aria-hidden="true">
      <p className={TITLE}>
        <SkeletonBar width="11rem" />
      </p>
      <SkeletonBar width="4rem" />
      <p className="mt-7 mb-8 flex h-(--text-figure) items-center">
        <SkeletonBar width="9rem" />
      </p>
      <BarEnds>
        <SkeletonBar width="5rem" />
        <SkeletonBar width="6rem" />
      </BarEnds>
      <ProgressBar percent={0} />
    </div>
  );
}

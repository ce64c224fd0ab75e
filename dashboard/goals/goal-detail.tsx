import { useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { PROBLEMS } from '../../contract/problems.ts';
import { useGoals } from '../store/goals.ts';
import { GoalFacts } from './goal-facts.tsx';
import { GoalSkeleton } from './goal-skeleton.tsx';
import { GoalTitle } from './goal-title.tsx';

/** Route component of one goal, by `:goalId`. After a deletion it navigates to the list. */
export function GoalDetail() {
  const { goalId } = useParams();
  const goals = useGoals();
  const [deletedId, setDeletedId] = useState<string | null>(null);

  if (deletedId !== null && deletedId === goalId) return <Navigate to="/goals" replace />;
  if (goals.state !== 'ready') return <GoalSkeleton />;
  const goal = goals.value.find(({ _id }) => _id === goalId);
  if (goal) return <GoalFacts key={goal._id} goal={goal} onDeleted={() => setDeletedId(goal._id)} />;
  return (
    <>
      <GoalTitle>{PROBLEMS.goal_not_found.title}</GoalTitle>
      <p className="mt-2 text-ink-muted">It may have been deleted, or the address is not complete.</p>
    </>
  );
}

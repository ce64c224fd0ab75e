import { useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { PROBLEMS } from '../../contract/problems.ts';
import { useGoals } from '../store/goals.ts';
import { GoalFacts } from './goal-facts.tsx';
import { GoalSkeleton } from './goal-skeleton.tsx';
import { GoalTitle } from './goal-title.tsx';

/** The goal that the address names. */
export function GoalDetail() {
  const { goalId } = useParams();
  const goals = useGoals();
  const [deleted, setDeleted] = useState<string | null>(null);

  if (deleted !== null && deleted === goalId) return <Navigate to="/goals" replace />;
  if (goals.state !== 'ready') return <GoalSkeleton />;
  const goal = goals.value.find(({ _id }) => _id === goalId);
  if (goal) return <GoalFacts key={goal._id} goal={goal} deleted={() => setDeleted(goal._id)} />;
  return (
    <>
      <GoalTitle>{PROBLEMS.goal_not_found.title}</GoalTitle>
      <p className="mt-2 text-ink-muted">It may have been deleted, or the address is not complete.</p>
    </>
  );
}

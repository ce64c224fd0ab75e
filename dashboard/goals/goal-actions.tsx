import { useState } from 'react';
import type { Goal } from '../../contract/goal.ts';
import { Button } from '../ui/button.tsx';
import { lazyOverlay } from '../ui/lazy-component.tsx';

const AddMoney = lazyOverlay('AddMoney', () => import('./add-money.tsx'));
const UpdateGoal = lazyOverlay('UpdateGoal', () => import('./update-goal.tsx'));

/** Buttons that open the dialogs of a goal. */
export function GoalActions({ goal }: { goal: Goal }) {
  const [open, setOpen] = useState<'money' | 'update' | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="goal-actions">
      <Button kind="primary" onClick={() => setOpen('money')}>
        Add Money to This Goal
      </Button>
      <Button onClick={() => setOpen('update')}>Update this Goal</Button>
      <AddMoney goal={goal} open={open === 'money'} onOpenChange={close} />
      <UpdateGoal goal={goal} open={open === 'update'} onOpenChange={close} />
    </div>
  );
}

import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { lazyOverlay } from '../ui/lazy-component.tsx';

const CreateGoal = lazyOverlay('CreateGoal', () => import('./create-goal.tsx'));

/** Button that opens the dialog for a new goal. */
export function CreateGoalButton({ kind }: { kind: 'primary' | 'secondary' }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind={kind} onClick={() => setOpen(true)}>
        Create a New Goal
      </Button>
      <CreateGoal open={open} onOpenChange={setOpen} />
    </>
  );
}

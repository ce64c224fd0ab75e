import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { floating } from '../ui/lazily.tsx';

const CreateGoal = floating('CreateGoal', () => import('./create-goal.tsx'));

/** Opens the form for a new goal. */
export function NewGoal({ kind }: { kind: 'primary' | 'secondary' }) {
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

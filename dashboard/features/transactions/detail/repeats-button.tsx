import { useState } from 'react';
import { ScheduleSheet } from '../../../shared/schedules/schedule-sheet.tsx';
import type { BeginningEntry } from '../../../shared/schedules/schedule-values.ts';
import { Button } from '../../../ui/button.tsx';

/** Button that opens the form of a schedule, filled in with an entry. */
export function RepeatsButton({ entry }: { entry: BeginningEntry }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button writes aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Repeats…
      </Button>
      <ScheduleSheet open={isOpen} onClose={() => setOpen(false)} beginning={{ from: 'entry', entry }} />
    </>
  );
}

import { useIsPast } from '../../browser-state/known.ts';
import { Button } from '../../ui/button.tsx';
import { PageSection } from '../../ui/page.tsx';

/** The purpose of schedules, in three lines, with the button that adds one. As of a past day it says there was none. */
export function NothingAhead({ onAdd }: { onAdd: () => void }) {
  if (useIsPast())
    return (
      <PageSection>
        <p className="text-ink-muted">Nothing was scheduled by then.</p>
      </PageSection>
    );
  return (
    <PageSection margin={<h2 className="note">What comes again</h2>}>
      <ul className="grid max-w-136 gap-1.5">
        <li>Rent, salary and the yearly insurance are known long before.</li>
        <li>
          Daybook says what comes next and what it will leave, and asks you when it is due, or posts it automatically.
        </li>
        <li>What you record or import is matched with it, so that nothing counts twice.</li>
      </ul>
      <p className="mt-5">
        <Button kind="primary" onClick={onAdd}>
          Add what comes again
        </Button>
      </p>
    </PageSection>
  );
}

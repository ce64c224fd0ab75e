import { useEffect, useState } from 'react';
import { DEMO_EMAIL } from '#contract/demo.ts';
import { readStored, writeStored } from '../../browser-state/local-storage.ts';
import { useUser } from '../../server/user.ts';
import { useExplainedFigure } from '../../shared/explain/figure-in-address.ts';
import { Button } from '../../ui/button.tsx';

/** Key of local storage: `seen` once the hint was dismissed, or a figure was explained (product 10.1). */
const FIGURE_HINT = 'figureHint';

/** Line at the balance of the demo user that says what figures can do, until it was dismissed in this browser. */
export function FigureHint() {
  const { email } = useUser();
  const { figure } = useExplainedFigure();
  const [seen, setSeen] = useState(() => readStored(FIGURE_HINT) !== null);
  const isExplained = figure !== null;
  function dismiss() {
    writeStored(FIGURE_HINT, 'seen');
    setSeen(true);
  }
  // The action of the hint was done.
  useEffect(() => {
    if (isExplained) writeStored(FIGURE_HINT, 'seen');
  }, [isExplained]);
  if (seen || isExplained || email !== DEMO_EMAIL) return null;
  return (
    <p className="mt-5 flex flex-wrap items-baseline gap-x-6 print:hidden">
      <span className="note">Press any figure to see where it comes from</span>
      <Button kind="quiet" size="small" className="-mx-[1.05rem]" writes={false} onClick={dismiss}>
        Got it
      </Button>
    </p>
  );
}

import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router-dom';
import { type DemoTask, noteDemoTask, syncDemoTasksFromStorage, useDemoTasks } from '../../browser-state/demo-tasks.ts';
import { useUser } from '../../server/user.ts';
import { missingAddress } from '../../shared/accounts/broken-day.ts';
import { changesAddress } from '../../shared/explain/changes-address.ts';
import { useExplainedFigure } from '../../shared/explain/figure-in-address.ts';
import { Button } from '../../ui/button.tsx';
import { formatMoney } from '../../ui/money.ts';
import { useDisagreements } from './use-disagreements.ts';
import { useLastWeek } from './use-last-week.ts';

/** Line that proposes to the demo user what to try first, each struck through once it was done in this browser. */
export function DemoTasks() {
  const { currency } = useUser();
  const { figure } = useExplainedFigure();
  const done = useDemoTasks();
  const [off] = useDisagreements();
  const lastWeek = useLastWeek();
  const isExplained = figure !== null;
  useEffect(() => {
    if (isExplained) noteDemoTask('figure');
  }, [isExplained]);
  useEffect(() => {
    window.addEventListener('storage', syncDemoTasksFromStorage);
    return () => window.removeEventListener('storage', syncDemoTasksFromStorage);
  }, []);
  const isTried = (task: DemoTask) => done.includes(task);
  if (isTried('seen') || (isTried('figure') && isTried('missing') && isTried('undo'))) return null;
  return (
    <p className="mt-5 flex flex-wrap items-baseline gap-x-6 print:hidden">
      <span className="note">
        A sample household. Try three things:{' '}
        <Task to="/?explain=balance" isDone={isTried('figure')}>
          press a figure
        </Task>
        ,{' '}
        <Task to={off ? missingAddress(off.account._id, off.day.date) : '/accounts'} isDone={isTried('missing')}>
          find the missing{off && ` ${formatMoney(Math.abs(off.day.difference), currency)}`}
        </Task>
        ,{' '}
        <Task to={lastWeek.length > 0 ? changesAddress(lastWeek) : '/history'} isDone={isTried('undo')}>
          undo something of last week
        </Task>
        .
      </span>
      <Button kind="quiet" size="small" className="-mx-[1.05rem]" writes={false} onClick={() => noteDemoTask('seen')}>
        Got it
      </Button>
    </p>
  );
}

type TaskProps = { to: string; isDone: boolean; children: ReactNode };

function Task({ to, isDone, children }: TaskProps) {
  return (
    <Link className="link inline data-done:line-through" data-done={isDone || undefined} to={to}>
      {children}
      {isDone && <span className="sr-only"> (done)</span>}
    </Link>
  );
}

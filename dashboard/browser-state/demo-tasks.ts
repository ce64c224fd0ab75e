import { create } from 'zustand';
import { readStored, writeStored } from './local-storage.ts';

/** Key of local storage: what was tried, separated by commas, and `seen` once the line was dismissed (product 10.1). */
const DEMO_TASKS = 'demoTasks';

const TASKS = ['figure', 'missing', 'undo', 'seen'] as const;
/** A thing that the demo proposes to try, to press a figure, say; `seen` means that the line was dismissed. */
export type DemoTask = (typeof TASKS)[number];

const useDone = create<{ done: readonly DemoTask[] }>(() => ({ done: stored() }));

function stored(): readonly DemoTask[] {
  const names = readStored(DEMO_TASKS)?.split(',') ?? [];
  return TASKS.filter((task) => names.includes(task));
}

/** The tasks that were done in this browser. */
export const useDemoTasks = (): readonly DemoTask[] => useDone(({ done }) => done);

/** Notes that a task was done. */
export function noteDemoTask(task: DemoTask): void {
  const { done } = useDone.getState();
  if (done.includes(task)) return;
  useDone.setState({ done: [...done, task] });
  writeStored(DEMO_TASKS, [...done, task].join(','));
}

/** Applies what another tab has noted. */
export function syncDemoTasksFromStorage(): void {
  useDone.setState({ done: stored() });
}

import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;

/** The CPU time in milliseconds of a process and all its descendants; 0 without /proc. */
export function cpuOf(root: number | undefined): number {
  return sumOf(root, () => true);
}

/**
 * The CPU time in milliseconds of each part of a Daybook: its own processes, and further ones beside them. Connections
 * of the event store's role count as Postgres' part of the event store.
 */
export function cpuByPart(
  pids: Record<'postgres' | 'event store' | 'worker' | 'api', number | undefined>,
  beside: Record<'worker' | 'api', number>,
): Record<string, number> {
  const isOfEvents = (pid: number) => readOrEmpty(`/proc/${pid}/cmdline`).includes(': eventstore eventstore ');
  return {
    APIs: cpuOf(pids.api) + cpuOf(beside.api),
    workers: cpuOf(pids.worker) + cpuOf(beside.worker),
    'Postgres of the books': sumOf(pids.postgres, (pid) => !isOfEvents(pid)),
    'event store': cpuOf(pids['event store']),
    'Postgres of the events': sumOf(pids.postgres, isOfEvents),
  };
}

/** The CPU time in milliseconds of the threads of a process and its descendants that count. */
function sumOf(root: number | undefined, counts: (pid: number) => boolean): number {
  const stats = new Map<number, { parent: number; ticks: number }>();
  for (const name of pids()) {
    const stat = readOrEmpty(`/proc/${name}/stat`);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields.length > 14)
      stats.set(Number(name), { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) });
  }
  let ticks = 0;
  for (const [pid, stat] of stats) if (descends(pid, root, stats) && counts(pid)) ticks += stat.ticks;
  return ticks * TICK_MS;
}

function descends(pid: number, root: number | undefined, stats: Map<number, { parent: number }>): boolean {
  for (let current: number | undefined = pid; current !== undefined; current = stats.get(current)?.parent)
    if (current === root) return true;
  return false;
}

function pids(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // It has exited.
  }
}

import type pg from 'pg';
import type { EventLog } from '#event-log/event-log.ts';
import type { DiskSpace } from '../disk/disk-space.ts';

/** The services of a job; in a thread they are connections of its own. */
export type JobServices = { database: pg.Pool; log: EventLog; disk: DiskSpace };

/** A read may be ended at any time, and so may a check, which reads all of a ledger; a command runs to its end. */
type Kind = 'read' | 'check' | 'command';

/** A function that a thread can import from `module` and call. Its input and its value are copied between threads. */
export type Job<Input, Value> = {
  work(services: JobServices, input: Input): Promise<Value>;
  module: string;
  kind: Kind;
};

/** Makes a job of a function that the module at `module` (its `import.meta.url`) exports under its own name. */
export function jobOf<Input, Value>(work: Job<Input, Value>['work'], module: string, kind: Kind): Job<Input, Value> {
  return { work, module, kind };
}

import { definitions, type EventType } from '../events.ts';
import { versionOf } from './upcasters.ts';

/**
 * The name of each type of event in each version that this code reads, such as `events: GoalCreated 1`. The API records
 * them in the database, as migrations without SQL: a version that lacks one of them is older than one that has run
 * there, can't read what that may have written, and refuses to start.
 */
export const readableEvents: readonly string[] = (Object.keys(definitions) as EventType[]).flatMap((type) =>
  Array.from({ length: versionOf(type) }, (_, index) => `events: ${type} ${index + 1}`),
);

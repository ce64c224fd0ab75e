/** A program that has metrics; the value of the label `process`. */
export type Program = 'api' | 'worker';

/** A metric: its labels have few values, none of which comes from a user. */
export type Definition = {
  type: 'counter' | 'gauge' | 'histogram';
  /** The programs that have it. */
  of: readonly Program[];
  help: string;
  labels: readonly string[];
  /** The upper bounds of a histogram's buckets, in its unit. */
  buckets?: readonly number[];
};

/** From a statement that is in memory to a command that waits for the read model as long as it may. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** A batch has at most 500 events. */
const EVENTS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

const API = ['api'] as const;
const WORKER = ['worker'] as const;
const BOTH = ['api', 'worker'] as const;

const counter = <const Labels extends readonly string[]>(of: readonly Program[], help: string, ...labels: Labels) =>
  ({ type: 'counter', of, help, labels }) as const;
const gauge = <const Labels extends readonly string[]>(of: readonly Program[], help: string, ...labels: Labels) =>
  ({ type: 'gauge', of, help, labels }) as const;
const histogram = <const Labels extends readonly string[]>(
  of: readonly Program[],
  help: string,
  buckets: readonly number[],
  ...labels: Labels
) => ({ type: 'histogram', of, help, labels, buckets }) as const;

/**
 * All metrics of Daybook's own, by name. Each has the label `process`, too. What every program on Node has
 * (`process_…`, `nodejs_…`) comes beside them. docs/operations.md has them as a table.
 */
export const METRICS = {
  daybook_requests_total: counter(API, 'Requests that were answered, by call and status.', 'call', 'status'),
  daybook_request_duration_seconds: histogram(API, 'Time from a request to its answer, by call.', SECONDS, 'call'),
  daybook_command_stage_duration_seconds: histogram(
    API,
    'Time of a stage of commands: session (of any call), load, decide, append, wait.',
    SECONDS,
    'stage',
  ),
  daybook_append_conflicts_total: counter(
    API,
    'Appends that lost to an append of another writer; they are decided again.',
  ),
  daybook_append_retries_total: counter(API, 'Attempts of appends after one whose outcome was unknown.'),

  daybook_projection_lag_events: gauge(
    WORKER,
    'Events that the leading worker has read and not applied, at most 20,500.',
  ),
  daybook_projection_lag_seconds: gauge(
    API,
    'Age of the oldest event that the read models lack; 0 where they have all.',
  ),
  daybook_projection_batch_events: histogram(WORKER, 'Events in a batch of the worker.', EVENTS),
  daybook_projection_batch_duration_seconds: histogram(WORKER, 'Time in which the worker applied a batch.', SECONDS),
  daybook_projection_stalls_total: counter(WORKER, 'Ledgers that the worker has stalled.'),
  daybook_stalled_ledgers: gauge(API, 'Ledgers that are stalled.'),

  daybook_worker_leading: gauge(WORKER, '1 while this worker leads, 0 while it stands by.'),
  daybook_lease_held: gauge(API, '1 while some worker holds the lease.'),
  daybook_lease_epoch: gauge(API, 'The epoch of the lease, which counts up each time that it is taken.'),
  daybook_leader_heartbeat_age_seconds: gauge(API, 'Time since the last heartbeat of a leader.'),
  daybook_leader_event_store_age_seconds: gauge(API, 'Time since the event store has answered a leader.'),

  daybook_store_up: gauge(API, '1 where the store has answered this scrape, else 0.', 'store'),
  daybook_event_store_call_duration_seconds: histogram(
    BOTH,
    'Time of calls of the event store; of a read until its first event.',
    SECONDS,
    'call',
  ),
  daybook_event_store_failures_total: counter(BOTH, 'Calls of the event store that it did not answer.', 'call'),
  daybook_postgres_statement_duration_seconds: histogram(API, 'Time of statements, by pool.', SECONDS, 'pool'),
  daybook_postgres_failures_total: counter(API, 'Statements that Postgres could not carry out, by pool.', 'pool'),
  daybook_postgres_connections: gauge(API, 'Open connections of a pool: busy or idle.', 'pool', 'state'),
  daybook_postgres_connections_max: gauge(API, 'The most connections of a pool.', 'pool'),
  daybook_postgres_waiting: gauge(API, 'Work that waits for a connection of a pool.', 'pool'),
  daybook_database_bytes: gauge(API, 'Size of the database, with the read models and the images.'),
  daybook_images_bytes: gauge(API, 'Space of receipts and avatars in Postgres, with their index.'),

  daybook_queue_running: gauge(API, 'Work of a queue that runs in this process.', 'queue'),
  daybook_queue_waiting: gauge(API, 'Work of a queue that waits for its turn in this process.', 'queue'),
  daybook_threads: gauge(API, 'Threads for work that takes long.'),
  daybook_uploads_open: gauge(API, 'Uploads in progress.'),
  daybook_uploads_held_bytes: gauge(API, 'Received bytes of uploads in progress.'),
  daybook_disk_free_bytes: gauge(API, 'Free space of the disk with the data folder, where one is named.'),
  daybook_disk_size_bytes: gauge(API, 'Size of the disk with the data folder, where one is named.'),
} as const satisfies Record<string, Definition>;

export type MetricName = keyof typeof METRICS;
type NameOf<Type extends Definition['type']> = {
  [Name in MetricName]: (typeof METRICS)[Name]['type'] extends Type ? Name : never;
}[MetricName];
export type CounterName = NameOf<'counter'>;
export type GaugeName = NameOf<'gauge'>;
export type HistogramName = NameOf<'histogram'>;
/** A value for each label of a metric. */
export type LabelsOf<Name extends MetricName> = Record<(typeof METRICS)[Name]['labels'][number], string>;

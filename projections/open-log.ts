import { LogUnavailable } from '#event-log/errors.ts';
import { type EventLog, openEventLog } from '#event-log/event-log.ts';
import { TIMEOUTS } from '#event-log/timers.ts';
import { watchedLog } from '#event-log/watched-log.ts';
import { areMetricsOn, countMetric, observe } from '#platform/telemetry/metrics.ts';

/** Opens the event log of a program, and measures its calls where metrics are on. */
export function openLog(url: string): EventLog {
  if (!areMetricsOn()) return openEventLog(url);
  const log = openEventLog(url, TIMEOUTS, () => countMetric('daybook_append_retries_total', {}));
  return watchedLog(log, (call, ms, error) => {
    observe('daybook_event_store_call_duration_seconds', ms / 1000, { call });
    if (error instanceof LogUnavailable) countMetric('daybook_event_store_failures_total', { call });
  });
}

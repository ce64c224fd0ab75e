/**
 * The field of an event's metadata with the trace of the command: a `traceparent` as W3C has it. It is there if the API
 * had traces on, and says nothing of the ledger: only the code of traces reads it.
 */
export const TRACE_CONTEXT = 'traceparent';

/** Whether a value is a trace context as it is recorded: nothing else can hide in the field. */
export function isTraceContext(value: unknown): boolean {
  return typeof value === 'string' && /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/.test(value);
}

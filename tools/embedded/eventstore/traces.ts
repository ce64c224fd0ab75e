import type { ProposedEvent } from './rules/recorded-event.ts';

/** Notes that events were appended, by a call that arrived at `beginMs` (performance.now()). */
export type AppendTrace = (events: readonly ProposedEvent[], beginMs: number) => void;

/** As W3C Trace Context has it: version, trace id, span id, flags. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
/** How long the end of the program waits for the last spans to be sent. */
const STOP_MS_MAX = 2_000;

/**
 * Where OpenTelemetry's settings name an endpoint, gives what adds a span `store` to the trace that the metadata of
 * appended events name as `traceparent`, and what sends the last spans; null elsewhere, where no package is loaded.
 * Throws where the packages are not installed.
 */
export async function startTraces(
  env: NodeJS.ProcessEnv,
): Promise<{ trace: AppendTrace; stop: () => Promise<void> } | null> {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  if (!endpoint || env.OTEL_SDK_DISABLED === 'true') return null;
  const api = await import('@opentelemetry/api');
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  const name = env.OTEL_SERVICE_NAME ? {} : { serviceName: 'daybook-eventstore' };
  const sdk = new NodeSDK({ metricReaders: [], logRecordProcessors: [], ...name });
  sdk.start();
  const tracer = api.trace.getTracer('daybook-eventstore');
  return {
    trace: (events, beginMs) => {
      const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparentOf(events[0])) ?? [];
      if (!traceId || !spanId || !flags) return;
      const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
      const startTime = performance.timeOrigin + beginMs;
      const attributes = { 'eventstore.events': events.length };
      const options = { startTime, kind: api.SpanKind.SERVER, attributes };
      tracer.startSpan('store', options, api.trace.setSpanContext(api.ROOT_CONTEXT, parent)).end();
    },
    stop: async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      setTimeout(resolve, STOP_MS_MAX).unref();
      await Promise.race([sdk.shutdown().catch(() => {}), promise]);
    },
  };
}

/** The field of an event's metadata; empty where it has none, or its metadata are no JSON. */
function traceparentOf(event: ProposedEvent | undefined): string {
  try {
    const { traceparent } = JSON.parse(event?.metadata.toString() ?? '{}') as { traceparent?: unknown };
    return typeof traceparent === 'string' ? traceparent : '';
  } catch {
    return '';
  }
}

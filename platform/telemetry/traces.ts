import type { Context, Span, SpanContext, Tracer } from '@opentelemetry/api';
import type { Program } from './definitions.ts';

/** The trace of this process, once traces are on. */
type Traces = { api: typeof import('@opentelemetry/api'); tracer: Tracer };

/** Null while traces are off: no package is then loaded, and no span is made. */
let traces: Traces | null = null;
/** The trace context that a thread continues: it makes no spans of its own. */
let continued: string | null = null;

/** How long the end of a program waits for its last spans to be sent. */
const SHUTDOWN_MS_MAX = 2_000;
/** As W3C has it: version, trace id, span id, flags. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Whether spans are made. */
export function areTracesOn(): boolean {
  return traces !== null;
}

/**
 * Turns traces on where OpenTelemetry's standard settings name an endpoint, which then say where and how spans are sent
 * and which are sampled. `onFailure` is told why spans could not be sent. Gives a function that sends the last ones.
 */
export async function turnTracesOn(
  program: Program,
  env: NodeJS.ProcessEnv,
  onFailure: (message: string) => void,
): Promise<() => Promise<void>> {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT || env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  if (!endpoint || env.OTEL_SDK_DISABLED === 'true') return async () => {};
  const api = await import('@opentelemetry/api');
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  const quiet = () => {};
  const logger = { error: onFailure, warn: onFailure, info: quiet, debug: quiet, verbose: quiet };
  api.diag.setLogger(logger, { logLevel: api.DiagLogLevel.WARN });
  const isNamed = Boolean(env.OTEL_SERVICE_NAME) || /\bservice\.name=/.test(env.OTEL_RESOURCE_ATTRIBUTES ?? '');
  // Metrics are read from GET /metrics, and logs from stdout.
  const sdk = new NodeSDK({
    metricReaders: [],
    logRecordProcessors: [],
    ...(isNamed ? {} : { serviceName: `daybook-${program}` }),
  });
  sdk.start();
  traces = { api, tracer: api.trace.getTracer('daybook') };
  return async () => {
    traces = null;
    const { promise, resolve } = Promise.withResolvers<void>();
    setTimeout(resolve, SHUTDOWN_MS_MAX).unref();
    await Promise.race([sdk.shutdown().catch(() => {}), promise]);
  };
}

/** Runs `work` in a span of the trace that is under way. Gives what `work` gives; throws what it throws. */
export function traceSpan<Value>(name: string, work: () => Value): Value {
  if (!traces) return work();
  return traces.tracer.startActiveSpan(name, (opened) => endedWith(opened, work));
}

/**
 * Runs the work of a request in a span, which continues the trace that the request's headers name. `work` may add to
 * the span what is known at its end.
 */
export function requestSpan<Value>(
  name: string,
  headers: NodeJS.Dict<string | string[]>,
  attributes: Record<string, string>,
  work: (setAttribute: (key: string, value: number) => void) => Promise<Value>,
): Promise<Value> {
  if (!traces) return work(() => {});
  const { api, tracer } = traces;
  const parent = api.propagation.extract(api.context.active(), headers);
  const options = { kind: api.SpanKind.SERVER, attributes };
  return tracer.startActiveSpan(name, options, parent, (opened) =>
    endedWith(opened, () => work((key, value) => opened.setAttribute(key, value))),
  );
}

/** Runs `work` and ends the span after it. Of what it throws only the name is noted: messages may quote users. */
function endedWith<Value>(opened: Span, work: () => Value): Value {
  const fail = (error: unknown): never => {
    opened.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
    opened.setStatus({ code: 2 });
    opened.end();
    throw error;
  };
  let value: Value;
  try {
    value = work();
  } catch (error) {
    return fail(error);
  }
  if (!(value instanceof Promise)) {
    opened.end();
    return value;
  }
  return value.then((settled) => {
    opened.end();
    return settled;
  }, fail) as Value;
}

/** The context of the span under way, as W3C's `traceparent`; null while traces are off or this one is not kept. */
export function traceparent(): string | null {
  if (!traces) return continued;
  const { api } = traces;
  const context = api.trace.getSpanContext(api.context.active());
  if (!context || (context.traceFlags & api.TraceFlags.SAMPLED) === 0) return null;
  return `00-${context.traceId}-${context.spanId}-01`;
}

/** Runs `work` so that what it appends continues a trace: in a thread, which makes no spans and has a job at a time. */
export async function continuingTrace<Value>(of: string | null, work: () => Promise<Value>): Promise<Value> {
  continued = of;
  try {
    return await work();
  } finally {
    continued = null;
  }
}

/** Something that was done between two moments (performance.now()) for traces that began elsewhere. */
type Done = { name: string; beginMs: number; attributes: Record<string, number> };

/**
 * Adds a span to each of the traces that these texts name: of what was done for them together, with how many of the
 * texts name the trace as `count`. Texts that are no trace context are left out.
 */
export function addSpans(parents: readonly unknown[], { name, beginMs, attributes }: Done, count: string): void {
  if (!traces) return;
  const { api, tracer } = traces;
  const byParent = new Map<string, number>();
  for (const parent of parents) {
    if (typeof parent === 'string') byParent.set(parent, (byParent.get(parent) ?? 0) + 1);
  }
  for (const [parent, number] of byParent) {
    const context = spanContextOf(parent);
    if (!context) continue;
    const remote: Context = api.trace.setSpanContext(api.ROOT_CONTEXT, context);
    const startTime = performance.timeOrigin + beginMs;
    const options = { startTime, kind: api.SpanKind.CONSUMER, attributes: { ...attributes, [count]: number } };
    tracer.startSpan(name, options, remote).end();
  }
}

function spanContextOf(text: string): SpanContext | null {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(text) ?? [];
  if (!traceId || !spanId || !flags) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

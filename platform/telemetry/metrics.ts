import type { Counter, Gauge, Histogram, Registry } from 'prom-client';
import {
  type CounterName,
  type Definition,
  type GaugeName,
  type HistogramName,
  type LabelsOf,
  METRICS,
  type Program,
} from './definitions.ts';

/** The value of a gauge at a scrape. */
export type MetricReading = { [Name in GaugeName]: readonly [Name, number, LabelsOf<Name>] }[GaugeName];
type Reader = () => readonly MetricReading[] | Promise<readonly MetricReading[]>;

/** The counts of a program, once metrics are on. */
type Metrics = {
  process: Program;
  counters: Partial<Record<CounterName, Counter>>;
  gauges: Partial<Record<GaugeName, Gauge>>;
  histograms: Partial<Record<HistogramName, Histogram>>;
  registry: Registry;
  onFailure: (error: unknown) => void;
};

/** A reader that has not answered by then is left out of a scrape; Prometheus waits for ten seconds. */
const READER_MS_MAX = 4_000;

/** Null while nobody asks for metrics: nothing is then counted, or loaded. */
let metrics: Metrics | null = null;
const readers = new Set<Reader>();

/** Whether anything is counted. */
export function areMetricsOn(): boolean {
  return metrics !== null;
}

/** Turns the metrics of this process on. `onFailure` is told what a reader of gauges has thrown. */
export async function turnMetricsOn(process: Program, onFailure: (error: unknown) => void): Promise<void> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, labels: { process } });
  // Gauges whose names end like counters', which Prometheus' linter refuses. What they count is in others, by type.
  for (const kind of ['handles', 'requests', 'resources']) registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  const made = Object.entries<Definition>(METRICS)
    .filter(([, { of }]) => of.includes(process))
    .map(([name, { type, help, labels, buckets = [] }]) => {
      const options = { name, help, labelNames: ['process', ...labels], registers: [registry] };
      if (type === 'gauge') return [name, new Gauge(options)];
      const metric = type === 'counter' ? new Counter(options) : new Histogram({ ...options, buckets: [...buckets] });
      // Begins at 0, so that its first event is seen as an increase.
      if (labels.length === 0 && metric instanceof Counter) metric.inc({ process }, 0);
      if (labels.length === 0 && metric instanceof Histogram) metric.zero({ process });
      return [name, metric];
    });
  const byName = Object.fromEntries(made);
  metrics = { process, counters: byName, gauges: byName, histograms: byName, registry, onFailure };
}

/** Counts one more. */
export function countMetric<Name extends CounterName>(name: Name, labels: LabelsOf<Name>): void {
  if (metrics) metrics.counters[name]?.inc({ ...labels, process: metrics.process });
}

/** Adds a value to a histogram, in its unit. */
export function observe<Name extends HistogramName>(name: Name, value: number, labels: LabelsOf<Name>): void {
  if (metrics) metrics.histograms[name]?.observe({ ...labels, process: metrics.process }, value);
}

/** Milliseconds since a moment (performance.now()), in seconds. */
export function secondsSince(beginMs: number): number {
  return (performance.now() - beginMs) / 1000;
}

/**
 * Calls `read` at each scrape for the values of gauges, until the returned function is called. Where it throws, or
 * takes longer than four seconds, the scrape lacks what it would have given.
 */
export function readAtScrape(read: Reader): () => void {
  readers.add(read);
  return () => void readers.delete(read);
}

/** All metrics of this process in Prometheus' text format; empty while they are off. Never throws. */
export async function metricsText(): Promise<string> {
  if (!metrics) return '';
  const { process, gauges, registry, onFailure } = metrics;
  const readings = await Promise.all(
    [...readers].map((read) =>
      inTime(read).catch((error) => {
        onFailure(error);
        return [];
      }),
    ),
  );
  for (const gauge of Object.values(gauges)) if ('set' in gauge) gauge.reset();
  for (const [name, value, labels] of readings.flat()) gauges[name]?.set({ ...labels, process }, value);
  return await registry.metrics();
}

async function inTime(read: Reader): Promise<readonly MetricReading[]> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('It took too long.')), READER_MS_MAX);
  try {
    return await Promise.race([read(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

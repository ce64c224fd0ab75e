import type { Log } from './log.ts';
import { wholeNumber } from './settings.ts';
import type { Program } from './telemetry/definitions.ts';
import { metricsText, turnMetricsOn } from './telemetry/metrics.ts';
import { serveMetrics } from './telemetry/serve-metrics.ts';
import { turnTracesOn } from './telemetry/traces.ts';

/** The value of METRICS_PORT by which a program gives its metrics to the process that has started it (program.ts). */
const TO_PARENT = 'parent';

/**
 * The metrics and traces of a program. `ready` has its port of metrics, for the log; empty where it has none.
 */
export type Telemetry = { ready: { metricsPort?: number }; close(): Promise<void> };

/**
 * Turns on what the settings ask for: metrics at `METRICS_PORT` of the host `HOST`, by default the loopback, and traces
 * (OTEL_…). Must come before what is measured is opened. Throws SettingsError, and an Error where the port is taken.
 */
export async function startTelemetry(program: Program, env: NodeJS.ProcessEnv, log: Log): Promise<Telemetry> {
  const stopTraces = await turnTracesOn(program, env, (message) => log.warn({ message }, 'traces are not sent'));
  const { METRICS_PORT: setting } = env;
  if (!setting) return { ready: {}, close: stopTraces };
  const port = setting === TO_PARENT ? null : wholeNumber(env, 'METRICS_PORT', 0);
  await turnMetricsOn(program, (error) => log.warn({ err: error }, 'a metric could not be read'));
  if (port === null) return { ready: {}, close: stopTraces };
  const server = await serveMetrics(port, env.HOST || '127.0.0.1', metricsText);
  const close = async () => {
    await server.close();
    await stopTraces();
  };
  return { ready: { metricsPort: server.port }, close };
}

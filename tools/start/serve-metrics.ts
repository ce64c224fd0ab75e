import { once } from 'node:events';
import { createServer } from 'node:http';
import { errorText, StartFailure } from './failure.ts';
import type { ProgramSettings } from './settings.ts';

const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';

/** Longer than the usual interval of scrapes: a connection that closes just as it is used again fails one. */
const KEEP_ALIVE_MS = 65_000;

/** Gives the metrics of all programs as one text. */
type ReadMetrics = () => Promise<string>;

/**
 * Serves metrics until this process ends, if the settings name a port. It takes the port at once, before a stand-in
 * could; the metrics are those that the returned function was told to read, none before. Throws a `StartFailure` where
 * another program has the port.
 */
export async function serveStartMetrics({ metricsPort, host }: ProgramSettings): Promise<(read: ReadMetrics) => void> {
  if (metricsPort === undefined) return () => {};
  let read: ReadMetrics = async () => '';
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, async ({ method, url }, response) => {
    if (url?.split('?')[0] !== '/metrics') return response.writeHead(404).end();
    if (method !== 'GET' && method !== 'HEAD') return response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    response.writeHead(200, { 'Content-Type': TEXT_FORMAT, 'Cache-Control': 'no-store' });
    response.end(method === 'HEAD' ? undefined : await read());
  });
  server.listen(metricsPort, host);
  await once(server, 'listening').catch((cause) => {
    if ((cause as { code?: unknown }).code !== 'EADDRINUSE')
      throw new StartFailure(`Metrics can't be served at METRICS_PORT: ${errorText(cause)}.`, { cause });
    throw new StartFailure(
      `Port ${metricsPort} is taken by another program: stop it, or take another port with ` +
        `'METRICS_PORT=${metricsPort + 1} npm start'.`,
      { cause },
    );
  });
  return (other) => {
    read = other;
  };
}

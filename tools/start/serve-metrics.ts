import { once } from 'node:events';
import { createServer } from 'node:http';
import { errorText, StartFailure } from './failure.ts';
import type { Settings } from './settings.ts';
import type { Terminal } from './terminal.ts';

const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';

/**
 * Serves the metrics of all programs, which `read` gives as one text, until this process ends, if the settings name a
 * port. Throws a `StartFailure` where another program has it.
 */
export async function serveMetrics(
  { metricsPort, host }: Settings,
  read: () => Promise<string>,
  terminal: Terminal,
): Promise<void> {
  if (metricsPort === undefined) return;
  const server = createServer(async ({ method, url }, response) => {
    if (url?.split('?')[0] !== '/metrics') return response.writeHead(404).end();
    if (method !== 'GET' && method !== 'HEAD') return response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    response.writeHead(200, { 'Content-Type': TEXT_FORMAT, 'Cache-Control': 'no-store' });
    response.end(method === 'HEAD' ? undefined : await read());
  });
  server.listen(metricsPort, host);
  await once(server, 'listening').catch((cause) => {
    throw new StartFailure(`Metrics can't be served at METRICS_PORT, ${metricsPort}: ${errorText(cause)}`, { cause });
  });
  terminal.print(`Metrics are at http://localhost:${metricsPort}/metrics`);
}

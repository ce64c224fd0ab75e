import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Prometheus' text format. */
export const TEXT_FORMAT = 'text/plain; version=0.0.4; charset=utf-8';
const PATH = '/metrics';
/** Longer than the usual interval of scrapes: a connection that closes just as it is used again fails one. */
const KEEP_ALIVE_MS = 65_000;

/** The server of `GET /metrics`. */
export type MetricsServer = { port: number; close(): Promise<void> };

/**
 * Serves metrics at `/metrics` of a port (0: any free one) of a host; any other path is not found. `read` gives their
 * text. Throws an Error that names the port when it is taken.
 */
export async function serveMetrics(port: number, host: string, read: () => Promise<string>): Promise<MetricsServer> {
  const server = createServer(
    { requestTimeout: 20_000, keepAliveTimeout: KEEP_ALIVE_MS },
    async ({ method, url = '' }, response) => {
      if (url.split('?')[0] !== PATH) return response.writeHead(404).end();
      if (method !== 'GET' && method !== 'HEAD') return response.writeHead(405, { Allow: 'GET, HEAD' }).end();
      const text = await read();
      response.writeHead(200, { 'Content-Type': TEXT_FORMAT, 'Cache-Control': 'no-store' });
      response.end(method === 'HEAD' ? undefined : text);
    },
  );
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${port} is taken by another program: choose another one as METRICS_PORT.`);
  }
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

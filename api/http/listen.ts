import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that listens. */
export type Listening = {
  port: number;
  /** Takes no new connection, finishes the requests under way, and ends. */
  close(): Promise<void>;
};

/** Listens on a port (0: any free one) of a host. Throws where the port is taken, saying so. */
export async function listen(handle: RequestListener, port: number, host: string): Promise<Listening> {
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 20_000 }, handle);
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${port} is taken by another program: choose another one, like PORT=${port + 1}.`);
  }
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      await closed;
    },
  };
}

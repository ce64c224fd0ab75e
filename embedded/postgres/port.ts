import { createServer } from 'node:net';

/**
 * Tells whether a program could listen on this port of 127.0.0.1 now.
 * Throws what the system says where the answer isn't simply that the port is taken (`EACCES`, say).
 */
export async function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  try {
    await listenOnce(port, host);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false;
    throw error;
  }
}

/** Gives `preferred` if it is free on 127.0.0.1, else a free port that the system picks. */
export async function freePort(preferred: number): Promise<number> {
  return (await isFree(preferred)) ? preferred : anyFreePort();
}

/** Gives a port of 127.0.0.1 that the system picks among the free ones. */
export function anyFreePort(): Promise<number> {
  return listenOnce(0, '127.0.0.1');
}

function listenOnce(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}

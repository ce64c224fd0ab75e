import { randomInt } from 'node:crypto';
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

/** Gives `preferred` if it is free on 127.0.0.1, else any that is. */
export async function freePort(preferred: number): Promise<number> {
  return (await isFree(preferred)) ? preferred : anyFreePort();
}

/**
 * Gives a port of 127.0.0.1 that nobody listens at, below those that systems give to outgoing connections (from 32768 on
 * Linux, from 49152 elsewhere): who is started again finds it free again.
 */
export async function anyFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_240, 32_767);
    if (await isFree(port)) return port;
  }
}

function listenOnce(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => server.close(() => resolve()));
  });
}

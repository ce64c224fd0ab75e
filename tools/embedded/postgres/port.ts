import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Tells whether a program can listen on this port now. Throws errors other than EADDRINUSE, such as EACCES. */
export async function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  try {
    await listenOnce(port, host);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false;
    throw error;
  }
}

/** Gives `preferred` if it is free on 127.0.0.1, else any free port. */
export async function freePort(preferred: number): Promise<number> {
  return (await isFree(preferred)) ? preferred : anyFreePort();
}

/**
 * Gives a free port of 127.0.0.1, below the ephemeral ports (from 32768 on Linux, from 49152 elsewhere), so that a
 * program that is restarted finds it free again.
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

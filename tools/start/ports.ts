import { anyFreePort, isFree, freePort as preferFree } from '../embedded/postgres/port.ts';
import { StartFailure } from './failure.ts';

/**
 * Checks that `port` is free on 127.0.0.1 and ::1, since browsers resolve `localhost` to either. Throws a
 * `StartFailure` that names the port and a fix.
 */
export async function requireFreePort(port: number): Promise<void> {
  try {
    if ((await isFree(port, '127.0.0.1')) && (await freeOnIpv6(port))) return;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EACCES')) throw error;
    throw new StartFailure(`You may not listen on port ${port}: take one from 1024 up, as in 'PORT=3000 npm start'.`);
  }
  throw new StartFailure(
    `Port ${port} is taken by another program: stop it, or take another port with 'PORT=${port + 1} npm start'.`,
  );
}

async function freeOnIpv6(port: number): Promise<boolean> {
  try {
    return await isFree(port, '::1');
  } catch (error) {
    // Without IPv6 no program can have the port.
    if (error instanceof Error && 'code' in error && error.code !== 'EACCES') return true;
    throw error;
  }
}

/** Gives a free port of 127.0.0.1 other than `reserved`, if possible `preferred`. */
export function freePortFrom(preferred: number, reserved: number): Promise<number> {
  return preferred === reserved ? anyFreePort() : preferFree(preferred);
}

/**
 * Calls `start` with a free port of 127.0.0.1 other than `reserved`, if possible `preferred`, and gives the port.
 * Throws what `start` throws.
 */
export async function onFreePort(
  preferred: number | undefined,
  reserved: number,
  start: (port: number) => Promise<unknown>,
): Promise<number> {
  const port = preferred === undefined ? await anyFreePort() : await freePortFrom(preferred, reserved);
  try {
    await start(port);
    return port;
  } catch (error) {
    // Another program may have taken the port since the check: try another port.
    if (await isFree(port)) throw error;
    const spare = await anyFreePort();
    await start(spare);
    return spare;
  }
}

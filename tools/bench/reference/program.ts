import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

/** A reference server in a child process. */
export type Reference = { origin: string; pid: number; stop(): Promise<void> };

/** Starts a reference server of this folder by its name. Throws an Error when it doesn't start. */
export async function startReference(name: string, env: NodeJS.ProcessEnv = {}): Promise<Reference> {
  const script = fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...env, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const [message] = (await Promise.race([once(child, 'message'), exited])) as [{ address?: AddressInfo }];
  if (!message?.address || child.pid === undefined) throw new Error(`The reference '${name}' did not start.`);
  return {
    origin: `http://127.0.0.1:${message.address.port}`,
    pid: child.pid,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

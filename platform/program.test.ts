import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const program = fileURLToPath(new URL('program.ts', import.meta.url));

/** Runs a program that executes `thrown` after its start, and gives its exit code and output. */
async function outputOf(thrown: string): Promise<{ code: number; output: string }> {
  const script = `
    import { runProgram } from ${JSON.stringify(program)};
    await runProgram('test', async () => {
      setTimeout(() => { ${thrown} }, 1);
      setTimeout(() => {}, 60_000);
      return { ready: {}, stop: async () => {} };
    });`;
  const running = promisify(execFile)(process.execPath, ['--input-type=module-typescript', '--eval', script]);
  const { code, stdout, stderr } = await running.then(
    () => ({ code: 0, stdout: '', stderr: '' }),
    (failure: { code: number; stdout: string; stderr: string }) => failure,
  );
  return { code, output: stdout + stderr };
}

test.each(['throw error;', 'Promise.reject(error);'])(
  'an uncaught error (%s) ends the program, and its properties are not written',
  async (statement) => {
    const { code, output } = await outputOf(
      `const error = Object.assign(new Error('what failed'), { rawPacket: 'quincunx' }); ${statement}`,
    );
    expect(code).toBe(1);
    expect(output).toContain('what failed');
    expect(output).not.toContain('{ rawPacket');
    expect(output).not.toContain('"rawPacket"');
    expect(output).not.toContain('quincunx');
  },
);

describe('a program whose parent sends the rest of its environment', () => {
  const script = `
    import { runProgram } from ${JSON.stringify(program)};
    await runProgram('test', async () => ({ ready: { url: process.env.URL_OF_STORE }, stop: async () => {} }));`;
  const started = () =>
    spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
      env: { ...process.env, REST_OF_ENVIRONMENT: 'parent' },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });

  test('starts with it', async () => {
    const child = started();
    child.send({ type: 'environment', values: { URL_OF_STORE: 'postgres://store' } });
    const [ready] = await once(child, 'message');
    expect(ready).toEqual({ type: 'ready', url: 'postgres://store' });
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('ends where the parent ends before', async () => {
    const child = started();
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});

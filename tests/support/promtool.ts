import { spawnSync } from 'node:child_process';

/** Whether Prometheus' `promtool` is installed. */
export const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

/** Runs promtool. Gives its exit code and all that it said. */
export function promtool(args: readonly string[], input = ''): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync('promtool', args, { input, encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

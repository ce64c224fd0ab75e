/**
 * The messages of a runner's reporter to `npm test`, which started it: the number of steps, the step that begins, and
 * the outcome of a step. A step is a file of Vitest or a story of the browser; `file` says when the last step of a file
 * has ended.
 */
export type Progress =
  | { type: 'total'; steps: number }
  | { type: 'begin'; step: string }
  | { type: 'end'; step: string; file?: string; failed: boolean }
  | { type: 'note'; text: string };

/** Sends progress to the process that started this runner. Does nothing where that one is gone, or listens for none. */
export function sendProgress(progress: Progress): void {
  if (process.connected) process.send?.(progress, () => undefined);
}

import type { Told } from '../backup/make.ts';
import { throttled } from '../copy-log/progress.ts';

const count = (rows: number) => rows.toLocaleString('en-US');

/** Tells of the parts of a backup: each that has rows when it is done, and a long one every two seconds before. */
export function progressOn(print: (line: string) => void): Told {
  const now = throttled(print);
  return (part, rows, isDone) => {
    const line = () => `  ${part}: ${count(rows)}`;
    if (!isDone) now(line);
    else if (rows > 0) print(line());
  };
}

/** A size in words, such as `12.3 MB`. */
export const sizeText = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** The time since a moment of `performance.now()`, such as `12.3 s`. */
export const secondsSinceBackup = (startMs: number): string => `${((performance.now() - startMs) / 1000).toFixed(1)} s`;

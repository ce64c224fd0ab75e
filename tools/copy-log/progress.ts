const INTERVAL_MS = 2_000;

/** Wraps `print`: at most one line every two seconds; a skipped line is never formatted. */
export function throttled(print: (line: string) => void): (line: () => string) => void {
  let next = performance.now() + INTERVAL_MS;
  return (line) => {
    if (performance.now() < next) return;
    next = performance.now() + INTERVAL_MS;
    print(line());
  };
}

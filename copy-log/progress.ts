const EVERY = 2_000;

/** Says something at most every two seconds, and works out what only then. */
export function everyNowAndThen(say: (line: string) => void): (line: () => string) => void {
  let next = performance.now() + EVERY;
  return (line) => {
    if (performance.now() < next) return;
    next = performance.now() + EVERY;
    say(line());
  };
}

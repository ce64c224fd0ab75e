/** Output to the terminal. */
export type Terminal = {
  print(line: string): void;
  /** Prints `what` and, when `work` has ended, its duration. Gives the result of `work`. */
  step<T>(description: string, work: () => Promise<T>): Promise<T>;
};

/** Creates a terminal that writes with `write`, such as `process.stdout.write`. */
export function createTerminal(write: (text: string) => void): Terminal {
  let open = false;
  const print = (line: string) => {
    write(`${open ? '\n' : ''}${line}\n`);
    open = false;
  };
  return {
    print,
    async step(description, work) {
      const startTime = performance.now();
      write(`${description} ...`);
      open = true;
      try {
        const result = await work();
        const seconds = `${((performance.now() - startTime) / 1000).toFixed(1)} s`;
        if (open) write(` ${seconds}\n`);
        else print(`${description} took ${seconds}`);
        return result;
      } catch (error) {
        if (open) write('\n');
        throw error;
      } finally {
        open = false;
      }
    },
  };
}

/** Output to the terminal. */
export type Terminal = {
  print(line: string): void;
  /**
   * Prints the description of a step and, when `work` has ended, its duration. Steps may run side by side. Gives the
   * result of `work`.
   */
  step<T>(description: string, work: () => Promise<T>): Promise<T>;
};

/** Creates a terminal that writes with `write`, such as `process.stdout.write`. */
export function createTerminal(write: (text: string) => void): Terminal {
  /** The step whose line has no end yet. */
  let open: symbol | null = null;
  const print = (line: string) => {
    write(`${open ? '\n' : ''}${line}\n`);
    open = null;
  };
  return {
    print,
    async step(description, work) {
      const startTime = performance.now();
      const step = Symbol(description);
      write(`${open ? '\n' : ''}${description} ...`);
      open = step;
      try {
        const result = await work();
        const seconds = `${((performance.now() - startTime) / 1000).toFixed(1)} s`;
        if (open === step) write(` ${seconds}\n`);
        else print(`${description} took ${seconds}`);
        return result;
      } catch (error) {
        if (open === step) write('\n');
        throw error;
      } finally {
        if (open === step) open = null;
      }
    },
  };
}

/** What Daybook says in the terminal: plain lines, and for a step what it is and then how long it took. */
export type Voice = {
  say(line: string): void;
  step<T>(what: string, work: () => Promise<T>): Promise<T>;
};

/** Gives a voice that speaks through `write`, such as `process.stdout.write`. */
export function voice(write: (text: string) => void): Voice {
  let open = false;
  const say = (line: string) => {
    write(`${open ? '\n' : ''}${line}\n`);
    open = false;
  };
  return {
    say,
    async step(what, work) {
      const began = performance.now();
      write(`${what} ...`);
      open = true;
      try {
        const result = await work();
        const seconds = `${((performance.now() - began) / 1000).toFixed(1)} s`;
        if (open) write(` ${seconds}\n`);
        else say(`${what} took ${seconds}`);
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

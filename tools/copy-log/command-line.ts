import { parseArgs } from 'node:util';

export const USAGE = `Copies the events of one event store to another, and compares the two.

  --from URL   where they are, as esdb://user:password@host:2113
  --to URL     where they go
  --help       this text

Run the same command again after an interruption: it resumes. Nothing should be written to either store meanwhile.`;

export type CommandLine = { from: string; to: string } | 'help';

const SCHEME = /^(esdb|kurrentdb)(\+discover)?:\/\/./;

/** Parses the command line. Throws an Error for an unknown or missing option, or an invalid URL. */
export function parseCommandLine(args: readonly string[]): CommandLine {
  const { values } = parseArgs({
    args: [...args],
    options: { from: { type: 'string' }, to: { type: 'string' }, help: { type: 'boolean', default: false } },
  });
  if (values.help) return 'help';
  const url = (name: 'from' | 'to') => {
    const value = values[name];
    if (value === undefined) throw new Error(`--${name} is missing: it takes the URL of an event store.`);
    // The message doesn't repeat the URL, which may hold a password.
    if (!SCHEME.test(value)) throw new Error(`--${name} takes the URL of an event store, like esdb://host:2113.`);
    return value;
  };
  const urls = { from: url('from'), to: url('to') };
  if (urls.from === urls.to) throw new Error('--from and --to name the same event store.');
  return urls;
}

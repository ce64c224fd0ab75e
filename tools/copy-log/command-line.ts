import { readCommandLine, refuse } from '#tools/command-lines/read.ts';

const USAGE = `Copies the events of one event store to another, and compares the two.

  --from URL   where they are, as esdb://user:password@host:2113
  --to URL     where they go
  --help       this

Run the same command again after an interruption: it resumes. Nothing should be written to either store meanwhile.
Exit code: 0 both hold the same events, 1 they don't, 2 the command was not understood.`;

export type CopyCommandLine = { from: string; to: string };

const SCHEME = /^(esdb|kurrentdb)(\+discover)?:\/\/./;

/** Reads the command line; ends the program for `--help`, a missing option, or an invalid URL. */
export function parseCopyCommandLine(): CopyCommandLine {
  const { values } = readCommandLine(USAGE, { from: { type: 'string' }, to: { type: 'string' } });
  const url = (name: 'from' | 'to') => {
    const value = values[name];
    if (value === undefined) return refuse(`--${name} is missing`);
    // The message doesn't repeat the URL, which may hold a password.
    if (!SCHEME.test(value)) return refuse(`--${name} takes the URL of an event store, like esdb://host:2113`);
    return value;
  };
  const urls = { from: url('from'), to: url('to') };
  if (urls.from === urls.to) return refuse('--from and --to name the same event store');
  return urls;
}

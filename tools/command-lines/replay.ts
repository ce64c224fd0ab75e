import { readCommandLine } from './read.ts';

const USAGE = `Builds the read models anew from the whole event log, beside the live ones, compares, and puts them in
their place.

  --help   this

Daybook goes on serving meanwhile. Interrupted, it leaves the live ones as they are, and goes on from there the next
time. It takes the services of npm start, or those of DATABASE_URL and EVENTSTORE_URL.
Exit code: 0 replayed, 1 it would stall ledgers and the live ones stay, 2 it could not be done, 130 interrupted.`;

/** Reads the command line of a replay. */
export const readReplayLine = () => readCommandLine(USAGE, {});

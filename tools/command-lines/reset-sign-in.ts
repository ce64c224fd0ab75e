import { readCommandLine, refuse } from './read.ts';

const USAGE = `Lets somebody in again who is locked out: takes code generator, recovery codes, passkeys and
sessions away.

  --email ADDRESS   whose
  --password        gives a new password, too, and prints it
  --help   this

The password stays without --password. It takes the database of npm start, or that of DATABASE_URL.
Exit code: 0 done, 1 nobody has this address, 2 it could not be done.`;

/** Reads the command line of a reset of the ways in. */
export function readResetLine(): { email: string; hasNewPassword: boolean } {
  const { email, password } = readCommandLine(USAGE, {
    email: { type: 'string' },
    password: { type: 'boolean' },
  }).values;
  if (email === undefined) return refuse('--email is missing');
  return { email: email.trim().toLowerCase(), hasNewPassword: password === true };
}

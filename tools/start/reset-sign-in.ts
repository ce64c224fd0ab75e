import { readResetLine } from '../command-lines/reset-sign-in.ts';
import { runCommand } from './command.ts';

// `npm run reset-sign-in`: see api/reset-sign-in.ts. Nothing is started for a line that is not understood.
readResetLine();
await runCommand('api/reset-sign-in.ts');

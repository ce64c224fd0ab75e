import { readReplayLine } from '../command-lines/replay.ts';
import { runCommand } from './command.ts';

// `npm run replay`: see projections/replay/main.ts. Nothing is started for a command line that is not understood.
readReplayLine();
await runCommand('projections/replay/main.ts');

import { runCommand } from './command.ts';

// `npm run replay`: see projections/replay/main.ts.
await runCommand('projections/replay/main.ts');

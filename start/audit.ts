import { runCommand } from './command.ts';

// `npm run audit`: see projections/audit/main.ts.
await runCommand('projections/audit/main.ts');

import { runCommand } from './command.ts';

// `npm run audit`: see audit/main.ts.
await runCommand('audit/main.ts');

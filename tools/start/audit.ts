import { readAuditLine } from '../command-lines/audit.ts';
import { runCommand } from './command.ts';

// `npm run audit`: see audit/main.ts. Nothing is started for a command line that is not understood.
readAuditLine();
await runCommand('audit/main.ts');

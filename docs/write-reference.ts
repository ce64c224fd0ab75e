import { writeFile } from 'node:fs/promises';
import { apiReference } from '#contract/reference.ts';
import { readCommandLine } from '#tools/command-lines/read.ts';
import { eventReference } from './event-reference.ts';
import { readModelVersion, versionSource } from './read-model-version.ts';

const USAGE = `Writes the documents that follow from the code: docs/api.md from the contract, docs/events.md from the
schemas of the events, and the version of the read models from their code.

  --help   this

Exit code: 0 done, 2 the command was not understood.`;

readCommandLine(USAGE, {});
await writeFile(new URL('./api.md', import.meta.url), `${apiReference()}\n`);
await writeFile(new URL('./events.md', import.meta.url), `${eventReference()}\n`);
const version = new URL('../projections/tables/version.ts', import.meta.url);
await writeFile(version, await versionSource(await readModelVersion()));

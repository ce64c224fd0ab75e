import { writeFile } from 'node:fs/promises';
import { apiReference } from '../contract/reference.ts';
import { eventReference } from './event-reference.ts';

// `npm run docs`: writes docs/api.md anew from the contract, and docs/events.md from the events' schemas.
await writeFile(new URL('./api.md', import.meta.url), `${apiReference()}\n`);
await writeFile(new URL('./events.md', import.meta.url), `${eventReference()}\n`);

import { writeFile } from 'node:fs/promises';
import { apiReference } from '../contract/reference.ts';

// `npm run docs`: writes docs/api.md anew from the contract.
await writeFile(new URL('./api.md', import.meta.url), `${apiReference()}\n`);

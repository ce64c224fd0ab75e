import { expect, test } from 'vitest';
import { PostgresFailure } from '../postgres/failure.ts';
import { explainFailure } from './explain-failure.ts';
import { NewerSchema } from './storage/schema.ts';
import { LockTaken } from './storage/writer-connection.ts';

const place = { port: 2113, databaseUrl: 'postgres://somebody:secret@127.0.0.1:5432/events' };
const withCode = (code: string) => Object.assign(new Error(code), { code });

test.each([
  ['a taken port', withCode('EADDRINUSE'), 'Port 2113 is taken'],
  ['a port that may not be used', withCode('EACCES'), 'above 1023'],
  ['a taken lock', new LockTaken('taken'), 'stop it, or give this one another'],
  [
    'a newer schema',
    new NewerSchema('its events have storage version 9'),
    '(its events have storage version 9): start',
  ],
  ['a Postgres of its own that did not start', new PostgresFailure('Postgres is missing.'), 'Postgres is missing.'],
  ['a database out of reach', new AggregateError([new Error('refused')]), '127.0.0.1:5432/events (refused)'],
])('%s is explained in one sentence without secrets', (_, error, said) => {
  const sentence = explainFailure(error, place);
  expect(sentence).toContain(said);
  expect(sentence).toMatch(/^[^\n]+\.$/);
  expect(sentence).not.toContain('secret');
});

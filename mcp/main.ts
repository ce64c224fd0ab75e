import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { addresses, BASE_PATH, TOKEN_SCOPE } from '#contract/addresses.ts';
import { SCOPES, type Scope } from '#contract/scopes.ts';
import { CURRENCIES } from '#ledger/model/constants.ts';
import { readCommandLine } from '#tools/command-lines/read.ts';
import { type Ask, bodyOf, pathWith } from './ask.ts';
import { createServer } from './server.ts';

const USAGE = `Lets an agent on this machine use a Daybook by the Model Context Protocol, over standard input and
output.

  --help          this

  DAYBOOK_URL     where it is, http://localhost:3000 where it is left out
  DAYBOOK_TOKEN   a token, made in Settings › Programs

Exit code: 0 the agent has left, 1 Daybook can't be reached or refuses the token, 2 the command was not understood.`;

readCommandLine(USAGE, {});
const origin = (process.env.DAYBOOK_URL || 'http://localhost:3000').replace(/\/$/, '');
const token = process.env.DAYBOOK_TOKEN ?? '';
if (token === '') refuse('DAYBOOK_TOKEN is missing: make a token in Settings › Programs.');

const ask: Ask = async (asked) => {
  const body = bodyOf(asked);
  const response = await fetch(origin + BASE_PATH + pathWith(asked), {
    method: asked.method,
    headers: {
      Authorization: `Bearer ${token}`,
      'Time-Zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
      ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body }),
    redirect: 'error',
  });
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
};

const first = await ask(addresses.getCurrentUser).catch((error: Error) => refuse(`${origin}: ${error.message}`));
if (first.status !== 200) refuse(`${origin} answers ${first.status}: ${first.body}`);
const { currency } = (JSON.parse(first.body) as { data: { currency: keyof typeof CURRENCIES } }).data;
const scope = SCOPES.find((each) => each === first.headers[TOKEN_SCOPE.toLowerCase()]) ?? ('read' satisfies Scope);
const today = new Date().toISOString().slice(0, 10);
await createServer({ ask, scope, currency: CURRENCIES[currency], today }).connect(new StdioServerTransport());

/** Says why it can't begin: on standard error, since the protocol has standard output. */
function refuse(why: string): never {
  console.error(why);
  process.exit(1);
}

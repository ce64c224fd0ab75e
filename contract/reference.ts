import type { z } from 'zod';
import { COMMAND_ID_MAX } from '#ledger/model/constants.ts';
import { BASE_PATH, CHANGE_SET, IDEMPOTENCY_KEY, LEDGER_REVISION, PROJECTION_LAG, TIME_ZONE } from './addresses.ts';
import type { Call } from './call.ts';
import { callEntries, type JsonSchema, jsonSchemaOf, specificProblemsOf } from './openapi.ts';
import { PROBLEMS, type ProblemCode } from './problems.ts';
import { user } from './user.ts';

/** Generates the API reference (docs/api.md) as Markdown from the contract. */
export function apiReference(): string {
  const groups = Map.groupBy(callEntries(), ([, { path }]) => path.split('/')[1] ?? '');
  return [
    '# The API',
    'Generated from `contract/` by `npm run docs`. The API serves the same reference as OpenAPI 3.1 at ' +
      '`/api/v1/openapi.json`.',
    conventions(),
    '## The user',
    shape(fieldsOf(user)),
    ...[...groups].flatMap(([group, list]) => [`## /${group}`, ...list.map(([, call]) => section(call))]),
    otherEndpoints(),
    '## Every code',
    referenceTable(['code', 'status', 'title'], codes(Object.keys(PROBLEMS) as ProblemCode[])),
  ].join('\n\n');
}

function conventions(): string {
  return [
    '## Conventions',
    '',
    `- All paths start with \`${BASE_PATH}\`. Success is \`{ "data": … }\`, failure Problem Details (RFC 9457,`,
    '  `application/problem+json`) with a stable `code`, and for a refused input `errors` with a message for ' +
      'each field.',
    '- Amounts are numbers with at most two decimals; dates are calendar dates (`2026-11-20`).',
    '- Login sets the session cookie. Writes from another site are refused.',
    `- \`${IDEMPOTENCY_KEY}\` makes a command idempotent: a retry with the same key and input ` +
      'has no second effect. Keys',
    `  are at most ${COMMAND_ID_MAX} visible ASCII characters and are remembered for as long as the ledger lives.`,
    `- \`${TIME_ZONE}\` (an IANA name) determines the current date of the caller. The default is UTC.`,
    `- The response header \`${CHANGE_SET}\` of a call that wrote the ledger is the id of its change-set: the`,
    `  \`${IDEMPOTENCY_KEY}\` where there was one.`,
    `- The response header \`${LEDGER_REVISION}\` of such a call is the ledger's revision after it; a cookie has`,
    '  it, too. A request that sends it (header or cookie) sees all events up to it, from any process of the API.',
    `- The response header \`${PROJECTION_LAG}\` is the number of the ledger's events that the read models do not have`,
    '  yet. The user in the response has them; lists and figures do not.',
    '- Every call can fail with `malformed` (400), `internal` (500) and `unavailable` (503, with `Retry-After`), every',
    '  write with `foreign_origin` (403), `too_large` (413), `unsupported_media_type` (415) and `disk_full` (503, with',
    '  `Retry-After`).',
    '- Bodies are sent without a `Content-Encoding`. Invalid HTTP fails with `malformed`, `too_large` or',
    '  `headers_too_large` (431), a request that does not arrive within a minute with `request_timeout` (408). ' +
      'In each case',
    '  the API closes the connection.',
  ].join('\n');
}

function section(call: Call): string {
  const fields = call.body ?? call.query;
  return [
    `### ${call.method} ${call.path}`,
    call.summary,
    ...(fields ? [inputTable(jsonSchemaOf(fields, 'input'), call)] : []),
    `**data** ${shape(jsonSchemaOf(call.data, 'output'))}`,
    failuresOf(call),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** JSON Schema of an object without its title, so that `shape` lists its fields. */
function fieldsOf(schema: z.ZodType): JsonSchema {
  const { title: _, ...fields } = jsonSchemaOf(schema, 'output');
  return fields;
}

function inputTable(schema: JsonSchema, call: Call): string {
  const required = (schema.required ?? []) as string[];
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const rows = properties.map(([name, property]) => [
    `\`${name}\``,
    required.includes(name) ? 'yes' : '',
    describe(property),
  ]);
  if (call.file) {
    rows.push([
      `\`${call.file.field}\``,
      call.file.required ? 'yes' : '',
      call.file.bytesMax
        ? `a file of at most ${call.file.bytesMax / 1024 / 1024} MB; the body is multipart`
        : 'jpeg or png file; the body is then multipart',
    ]);
  }
  return referenceTable(['field', 'required', 'is'], rows);
}

function describe(schema: JsonSchema): string {
  if (schema.enum) return (schema.enum as string[]).map((value) => `\`${value}\``).join(', ');
  if (schema.anyOf) return (schema.anyOf as JsonSchema[]).map(describe).join(' or ');
  const { type, format, minLength, maxLength, minimum, maximum } = schema;
  const bounds = [
    format === 'date' ? 'a day like 2026-11-20' : '',
    format === 'uuid' ? 'an id' : '',
    minLength === undefined || format ? '' : `at least ${minLength}`,
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    minimum === undefined ? '' : `from ${minimum}`,
    maximum === undefined ? '' : `to ${Number(maximum).toLocaleString('en-US')}`,
  ].filter((bound) => bound !== '');
  return [String(type ?? 'string'), ...bounds].join(', ');
}

/**
 * A response schema in one line, or its choices: the field names, with `?` where a field may be absent or null, and
 * `[]` for arrays.
 */
function shape(schema: JsonSchema): string {
  if (schema.title) return String(schema.title);
  if (schema.anyOf) return (schema.anyOf as JsonSchema[]).map(shape).join(' or ');
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  if (properties.length === 0) return '`{}`';
  const required = (schema.required ?? []) as string[];
  const names = properties.map(([name, property]) => {
    const items = (property.items ?? property) as JsonSchema;
    const inner = items.properties ? ` ${shape(items).replaceAll('`', '')}` : '';
    const list = property.items ? '[]' : '';
    const isNullable = ((property.anyOf ?? []) as JsonSchema[]).some(({ type }) => type === 'null');
    const lacking = isNullable || !required.includes(name) ? '?' : '';
    return `${name}${lacking}${list}${inner}`;
  });
  return `\`{ ${names.join(', ')} }\``;
}

function failuresOf(call: Call): string {
  const own = [...specificProblemsOf(call), ...(call.session ? (['session_required'] as const) : [])];
  return own.length === 0 ? '' : referenceTable(['fails with', 'status', ''], codes(own));
}

function codes(list: readonly ProblemCode[]): string[][] {
  return list.map((code) => [`\`${code}\``, String(PROBLEMS[code].status), PROBLEMS[code].title]);
}

function otherEndpoints(): string {
  return [
    '## Other endpoints',
    '',
    '- `POST /pay/webhook` receives Stripe’s signed events.',
    '- `GET /files/:id` returns a receipt or an avatar to its owner: jpeg, png, or webp if those would be too large.',
    '- `GET /ledger/export` returns everything of a ledger as a zip ([its formats](export.md)). It fails with ' +
      '`session_required`,',
    '  `too_many_requests`, `unavailable`, and with `invalid` for any query. `Export-Entries` is the number of ' +
      'entries in it.',
    '- `GET /ledger/digest` returns a month (`month=2026-11`, without it the present one) as a page for printing ' +
      '([the digest](product.md#106-the-digest)).',
    '  It fails with `session_required`, `too_many_requests`, `unavailable` and `invalid`.',
    '- `GET /schedules/calendar.ics` returns what is coming as a calendar (RFC 5545) to whoever has its `token` ' +
      '([the calendar](product.md#138-the-calendar)).',
    '  It needs no session, and fails with `not_found`, `too_many_requests` and `unavailable`.',
    '- `GET /health/live` succeeds while the process runs, `GET /health/ready` while both stores are reachable; ' +
      'it also',
    '  returns the number of stalled users. Both are also at the root path.',
    '- `GET /openapi.json` is this reference as OpenAPI.',
  ].join('\n');
}

/** A Markdown table. */
export function referenceTable(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

import type { z } from 'zod';
import { COMMAND_ID_DAYS, COMMAND_ID_MAX } from '../ledger/model/constants.ts';
import { BASE_PATH, IDEMPOTENCY_KEY, PROJECTION_LAG, TIME_ZONE } from './addresses.ts';
import type { Call } from './calls.ts';
import { describedCalls, type JsonSchema, jsonSchemaOf, ownProblemsOf } from './openapi.ts';
import { PROBLEMS, type ProblemCode } from './problems.ts';
import { user } from './user.ts';

/** The reference of the API as Markdown, generated from the contract. */
export function apiReference(): string {
  const groups = Map.groupBy(describedCalls(), ([, { path }]) => path.split('/')[1] ?? '');
  return [
    '# The API',
    'Made from `contract/` by `npm run docs`. The service offers the same as OpenAPI 3.1 at `/api/v1/openapi.json`.',
    conventions(),
    '## The user',
    shape(fieldsOf(user)),
    ...[...groups].flatMap(([group, list]) => [`## /${group}`, ...list.map(([, call]) => section(call))]),
    besides(),
    '## Every code',
    table(['code', 'status', 'title'], codes(Object.keys(PROBLEMS) as ProblemCode[])),
  ].join('\n\n');
}

function conventions(): string {
  return [
    '## Conventions',
    '',
    `- All calls stand under \`${BASE_PATH}\`. Success is \`{ "data": … }\`, failure Problem Details (RFC 9457,`,
    '  `application/problem+json`) with a stable `code`, and for a refused input `errors` with a message for each field.',
    '- Amounts are numbers with at most two decimals; dates are days of the calendar (`2026-11-20`).',
    '- A session travels in a cookie that login sets. Writes from another site are refused.',
    `- \`${IDEMPOTENCY_KEY}\` names one intent: a command sent again with the same key and input has its effect once. Keys`,
    `  are at most ${COMMAND_ID_MAX} visible ASCII characters and are kept for ${COMMAND_ID_DAYS} days.`,
    `- \`${TIME_ZONE}\` (an IANA name) says which day it is for the caller; without it, UTC.`,
    `- An answer with \`${PROJECTION_LAG}\` was made ahead of the read model, by that many events.`,
    '- Every call can fail with `internal` (500) and `unavailable` (503, with `Retry-After`), every write with `malformed`',
    '  (400), `foreign_origin` (403), `too_large` (413), `unsupported_media_type` (415) and `disk_full` (503, with',
    '  `Retry-After`).',
    '- Bodies are sent without a `Content-Encoding`. What is no readable HTTP is answered with `malformed`, `too_large`,',
    '  `headers_too_large` (431) or, where it does not arrive within a minute, `request_timeout` (408), and the connection',
    '  is closed.',
  ].join('\n');
}

function section(call: Call): string {
  const fields = call.body ?? call.query;
  return [
    `### ${call.method} ${call.path}`,
    call.about,
    ...(fields ? [inputTable(jsonSchemaOf(fields, 'input'), call)] : []),
    `**data** ${shape(jsonSchemaOf(call.data, 'output'))}`,
    failuresOf(call),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** The JSON Schema of an object's fields alone, without its name. */
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
      'jpeg or png file; the body is then multipart',
    ]);
  }
  return table(['field', 'required', 'is'], rows);
}

function describe(schema: JsonSchema): string {
  if (schema.enum) return (schema.enum as string[]).map((one) => `\`${one}\``).join(', ');
  if (schema.anyOf) return (schema.anyOf as JsonSchema[]).map(describe).join(' or ');
  const { type, format, minLength, maxLength, minimum, maximum } = schema;
  const bounds = [
    format === 'date' ? 'a day like 2026-11-20' : '',
    format === 'uuid' ? 'an id' : '',
    minLength === undefined ? '' : `at least ${minLength}`,
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
    minimum === undefined ? '' : `from ${minimum}`,
    maximum === undefined ? '' : `to ${Number(maximum).toLocaleString('en-US')}`,
  ].filter((bound) => bound !== '');
  return [String(type ?? 'string'), ...bounds].join(', ');
}

/** The shape of an answer in a line: the names of its fields, `?` where they may be null. */
function shape(schema: JsonSchema): string {
  if (schema.title) return String(schema.title);
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  if (properties.length === 0) return '`{}`';
  const names = properties.map(([name, property]) => {
    const items = (property.items ?? property) as JsonSchema;
    const inner = items.properties ? ` ${shape(items).replaceAll('`', '')}` : '';
    const list = property.items ? '[]' : '';
    const nullable = ((property.anyOf ?? []) as JsonSchema[]).some(({ type }) => type === 'null') ? '?' : '';
    return `${name}${nullable}${list}${inner}`;
  });
  return `\`{ ${names.join(', ')} }\``;
}

function failuresOf(call: Call): string {
  const own = [...ownProblemsOf(call), ...(call.session ? (['session_required'] as const) : [])];
  return own.length === 0 ? '' : table(['fails with', 'status', ''], codes(own));
}

function codes(list: readonly ProblemCode[]): string[][] {
  return list.map((code) => [`\`${code}\``, String(PROBLEMS[code].status), PROBLEMS[code].title]);
}

function besides(): string {
  return [
    '## Besides',
    '',
    '- `POST /pay/webhook` takes Stripe’s signed events.',
    '- `GET /files/:id` gives a receipt or an avatar to its owner: jpeg, png, or webp where the others would be too large.',
    '- `GET /health/live` says that the process answers, `GET /health/ready` that both stores do and how many users’',
    '  projections are stalled. Both are also at the root.',
    '- `GET /openapi.json` is this reference for machines.',
  ].join('\n');
}

/** A table in Markdown. */
export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

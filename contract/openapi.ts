import { z } from 'zod';
import { COMMAND_ID_MAX } from '../ledger/model/constants.ts';
import { BASE_PATH, IDEMPOTENCY_KEY, PROJECTION_LAG, TIME_ZONE } from './addresses.ts';
import { type Call, calls } from './calls.ts';
import { problemDetails } from './problem-details.ts';
import { PROBLEMS, type ProblemCode } from './problems.ts';

/** A JSON Schema, as OpenAPI 3.1 takes it. */
export type JsonSchema = Record<string, unknown>;

/** What any call that takes a file can fail with. */
const OF_FILES: readonly ProblemCode[] = [
  'not_an_image',
  'quota_exceeded',
  'upload_too_slow',
  'too_many_uploads',
  'too_many_requests',
];
/** What any command can fail with. */
const OF_COMMANDS: readonly ProblemCode[] = ['idempotency_key_reused', 'busy'];
/** What any call can fail with. */
const SHARED: readonly ProblemCode[] = ['internal', 'unavailable'];
/** What any POST can fail with. */
const OF_WRITES: readonly ProblemCode[] = [
  'malformed',
  'foreign_origin',
  'too_large',
  'unsupported_media_type',
  'disk_full',
];

/** Every call by its name, in the order of the contract. */
export function describedCalls(): [name: string, call: Call][] {
  return Object.entries(calls);
}

/** The codes a call can fail with, without those that every call or every write shares. */
export function ownProblemsOf(call: Call): ProblemCode[] {
  return [
    ...(call.body || call.query ? (['invalid'] as const) : []),
    ...(call.file ? OF_FILES : []),
    ...call.problems,
    ...(call.kind === 'command' ? OF_COMMANDS : []),
  ];
}

/** All codes a call can fail with. */
export function problemsOf(call: Call): ProblemCode[] {
  return [
    ...ownProblemsOf(call),
    ...(call.session ? (['session_required'] as const) : []),
    ...(call.method === 'POST' ? OF_WRITES : []),
    ...SHARED,
  ];
}

/** The JSON Schema of what a schema takes ('input') or gives ('output'). */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // An optional field is a transform before its schema: the transform has no JSON Schema, what follows it has one.
      const { def } = zodSchema._zod;
      if (def.type === 'pipe' && def.in._zod.def.type === 'transform') {
        Object.assign(jsonSchema, jsonSchemaOf(def.out as z.ZodType, io));
      }
    },
  });
  return json;
}

/** The API as an OpenAPI 3.1 document, generated from the contract. */
export function openApi(): JsonSchema {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Daybook',
      version: '1',
      description:
        'Success is always `{ "data": … }`, failure Problem Details (RFC 9457) with a stable `code`. ' +
        'Amounts are numbers with at most two decimals.',
    },
    servers: [{ url: BASE_PATH }],
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'daybook' } },
      schemas: { Problem: jsonSchemaOf(problemDetails, 'output') },
    },
    paths: Object.fromEntries(
      describedCalls().map(([name, call]) => [call.path, { [call.method.toLowerCase()]: operation(name, call) }]),
    ),
  };
}

function operation(name: string, call: Call): JsonSchema {
  return {
    operationId: name,
    summary: call.about,
    tags: [call.path.split('/')[1]],
    security: call.session ? [{ session: [] }] : [],
    parameters: parameters(call),
    ...(call.body ? { requestBody: { required: true, content: requestContent(call, call.body) } } : {}),
    responses: {
      200: {
        description: 'Done',
        content: { 'application/json': { schema: wrapped(jsonSchemaOf(call.data, 'output')) } },
        ...(call.kind === 'command' ? { headers: { [PROJECTION_LAG]: { schema: { type: 'integer' } } } } : {}),
      },
      ...failures(call),
    },
  };
}

function parameters(call: Call): JsonSchema[] {
  const query = call.query ? (jsonSchemaOf(call.query, 'input').properties as Record<string, JsonSchema>) : {};
  return [
    ...Object.entries(query).map(([name, schema]) => ({ name, in: 'query', required: false, schema })),
    { name: TIME_ZONE, in: 'header', required: false, schema: { type: 'string', examples: ['Europe/Paris'] } },
    ...(call.kind === 'command'
      ? [
          {
            name: IDEMPOTENCY_KEY,
            in: 'header',
            required: false,
            schema: { type: 'string', maxLength: COMMAND_ID_MAX },
          },
        ]
      : []),
  ];
}

function requestContent(call: Call, body: z.ZodType): JsonSchema {
  const schema = jsonSchemaOf(body, 'input');
  if (!call.file) return { 'application/json': { schema } };
  const { field, required } = call.file;
  const withFile = {
    ...schema,
    properties: { ...(schema.properties as object), [field]: { type: 'string', format: 'binary' } },
    ...(required ? { required: [field] } : {}),
  };
  return { ...(required ? {} : { 'application/json': { schema } }), 'multipart/form-data': { schema: withFile } };
}

function failures(call: Call): JsonSchema {
  const byStatus = Map.groupBy(problemsOf(call), (code) => PROBLEMS[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}`).join('. '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  );
}

function wrapped(data: JsonSchema): JsonSchema {
  return { type: 'object', properties: { data }, required: ['data'] };
}

import { z } from 'zod';
import { COMMAND_ID_MAX } from '#ledger/model/constants.ts';
import { BASE_PATH, IDEMPOTENCY_KEY, LEDGER_REVISION, PROJECTION_LAG, TIME_ZONE } from './addresses.ts';
import type { Call } from './call.ts';
import { calls } from './calls.ts';
import { problemDetails } from './problem-details.ts';
import { PROBLEMS, type ProblemCode } from './problems.ts';
import { scopeOf } from './scopes.ts';

/** A JSON Schema in the dialect of OpenAPI 3.1. */
export type JsonSchema = Record<string, unknown>;

/** Problem codes of every call that takes a file. */
const FILE_PROBLEMS: readonly ProblemCode[] = ['upload_too_slow', 'too_many_uploads', 'too_many_requests'];
/** Problem codes of those that take an image. */
const IMAGE_PROBLEMS: readonly ProblemCode[] = ['not_an_image', 'quota_exceeded'];
/** Problem codes of every command. */
const COMMAND_PROBLEMS: readonly ProblemCode[] = ['idempotency_key_reused', 'busy'];
/** Problem codes of every call. */
const SHARED_PROBLEMS: readonly ProblemCode[] = ['malformed', 'internal', 'unavailable'];
/** Problem codes of every call: a token is looked at before the call. */
const TOKEN_PROBLEMS: readonly ProblemCode[] = ['token_invalid', 'token_scope', 'token_accounts', 'token_with_session'];
/** Problem codes of every POST. */
const WRITE_PROBLEMS: readonly ProblemCode[] = ['foreign_origin', 'too_large', 'unsupported_media_type', 'disk_full'];

/** All calls with their names, in the order of the contract. */
export function callEntries(): [name: string, call: Call][] {
  return Object.entries(calls);
}

/** Problem codes of a call, without those shared by all calls, all writes or all calls with a session. */
export function specificProblemsOf(call: Call): ProblemCode[] {
  return [
    // A call that takes nothing refuses every parameter.
    'invalid',
    ...(call.file && !call.file.bytesMax ? IMAGE_PROBLEMS : []),
    ...(call.file ? FILE_PROBLEMS : []),
    ...(call.premium ? (['premium_required'] as const) : []),
    ...call.problems,
    ...(call.kind === 'command' ? COMMAND_PROBLEMS : []),
  ];
}

/** All problem codes of a call. */
export function problemsOf(call: Call): ProblemCode[] {
  return [
    ...specificProblemsOf(call),
    ...(call.session ? (['session_required'] as const) : []),
    ...TOKEN_PROBLEMS,
    ...(call.method === 'POST' ? WRITE_PROBLEMS : []),
    ...SHARED_PROBLEMS,
  ];
}

/** Converts a zod schema to the JSON Schema of its input or its output. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      // `optional` in fields.ts is a pipe of a transform and a schema. The transform has no JSON Schema, so use the
      // second part.
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
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'daybook' },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token of Settings; its scope is named with each call.',
        },
      },
      schemas: { Problem: jsonSchemaOf(problemDetails, 'output') },
    },
    paths: Object.fromEntries(
      callEntries().map(([name, call]) => [call.path, { [call.method.toLowerCase()]: operation(name, call) }]),
    ),
  };
}

/** The response headers of a command. */
const RESPONSE_HEADERS = Object.fromEntries(
  [LEDGER_REVISION, PROJECTION_LAG].map((name) => [name, { schema: { type: 'integer' } }]),
);

function operation(name: string, call: Call): JsonSchema {
  return {
    operationId: name,
    summary: call.summary,
    tags: [call.path.split('/')[1]],
    security: securityOf(call),
    parameters: parameters(call),
    ...(call.body ? { requestBody: { required: true, content: requestContent(call, call.body) } } : {}),
    responses: {
      200: {
        description: 'Done',
        content: { 'application/json': { schema: dataEnvelope(jsonSchemaOf(call.data, 'output')) } },
        ...(call.kind === 'command' ? { headers: RESPONSE_HEADERS } : {}),
      },
      ...failureResponses(call),
    },
  };
}

/** The cookie of a session, or a token of the least scope that is enough. */
function securityOf(call: Call): JsonSchema[] {
  if (!call.session) return [];
  const scope = scopeOf(call);
  return [{ session: [] }, ...(scope === null ? [] : [{ token: [scope] }])];
}

function parameters(call: Call): JsonSchema[] {
  const query = call.query ? (jsonSchemaOf(call.query, 'input').properties as Record<string, JsonSchema>) : {};
  return [
    ...Object.entries(query).map(([name, schema]) => ({ name, in: 'query', required: false, schema })),
    ...(call.session
      ? [{ name: LEDGER_REVISION, in: 'header', required: false, schema: { type: 'integer', minimum: 0 } }]
      : []),
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
  const schemaWithFile = {
    ...schema,
    properties: { ...(schema.properties as object), [field]: { type: 'string', format: 'binary' } },
    ...(required ? { required: [field] } : {}),
  };
  return { ...(required ? {} : { 'application/json': { schema } }), 'multipart/form-data': { schema: schemaWithFile } };
}

function failureResponses(call: Call): JsonSchema {
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

function dataEnvelope(data: JsonSchema): JsonSchema {
  return { type: 'object', properties: { data }, required: ['data'] };
}

import { z } from 'zod';
import { BASE_PATH, IDEMPOTENCY_KEY, PROJECTION_LAG, TIME_ZONE } from './addresses.ts';
import { calls } from './calls.ts';
import { PROBLEMS, type ProblemCode, problem } from './problems.ts';

/** A JSON Schema, as OpenAPI 3.1 takes it. */
export type JsonSchema = Record<string, unknown>;

/** What a call is, for whoever describes them: one of the contract's, with everything optional spelt out. */
export type DescribedCall = {
  method: 'GET' | 'POST';
  path: string;
  about: string;
  session: boolean;
  body?: z.ZodType;
  query?: z.ZodType;
  file?: { field: string; required: boolean };
  data: z.ZodType;
  problems: readonly ProblemCode[];
};

/** The failures that every call shares. */
const SHARED: readonly ProblemCode[] = ['internal', 'unavailable'];
/** Those of every call that takes a body. */
const OF_WRITES: readonly ProblemCode[] = [
  'malformed',
  'foreign_origin',
  'too_large',
  'unsupported_media_type',
  'disk_full',
];

/** Every call by its name, in the order of the contract. */
export function describedCalls(): [name: string, call: DescribedCall][] {
  return Object.entries(calls);
}

/** All codes a call can fail with, those it shares with others included. */
export function problemsOf(call: DescribedCall): ProblemCode[] {
  return [
    ...call.problems,
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
      // A field that may be left out is read through a first step that says nothing of itself: what follows it does.
      const { def } = zodSchema._zod;
      if (def.type === 'pipe' && def.in._zod.def.type === 'transform') {
        Object.assign(jsonSchema, jsonSchemaOf(def.out as z.ZodType, io));
      }
    },
  });
  return json;
}

/** The API as an OpenAPI 3.1 document, made of the contract, so that it can't say anything else. */
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
      schemas: { Problem: jsonSchemaOf(problem, 'output') },
    },
    paths: Object.fromEntries(
      describedCalls().map(([name, call]) => [call.path, { [call.method.toLowerCase()]: operation(name, call) }]),
    ),
  };
}

function operation(name: string, call: DescribedCall): JsonSchema {
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
        ...(isCommand(call) ? { headers: { [PROJECTION_LAG]: { schema: { type: 'integer' } } } } : {}),
      },
      ...failures(call),
    },
  };
}

/** A command can be refused because its key was used for something else; nothing else can. */
function isCommand(call: DescribedCall): boolean {
  return call.problems.includes('idempotency_key_reused');
}

function parameters(call: DescribedCall): JsonSchema[] {
  const query = call.query ? (jsonSchemaOf(call.query, 'input').properties as Record<string, JsonSchema>) : {};
  return [
    ...Object.entries(query).map(([name, schema]) => ({ name, in: 'query', required: false, schema })),
    { name: TIME_ZONE, in: 'header', required: false, schema: { type: 'string', examples: ['Europe/Paris'] } },
    ...(isCommand(call)
      ? [{ name: IDEMPOTENCY_KEY, in: 'header', required: false, schema: { type: 'string', maxLength: 128 } }]
      : []),
  ];
}

function requestContent(call: DescribedCall, body: z.ZodType): JsonSchema {
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

function failures(call: DescribedCall): JsonSchema {
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

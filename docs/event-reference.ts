import { jsonSchemaOf } from '#contract/openapi.ts';
import { referenceTable } from '#contract/reference.ts';
import { definitions, type EventType, eventMetadata } from '#ledger/events.ts';
import { versionOf } from '#ledger/log/upcasters.ts';

/** The description of an event beside its schema, and its fields, as JSON Schema gives them. */
type Described = {
  when: string;
  balance?: string;
  goals?: string;
  statistics?: string;
  also?: string;
  properties?: Record<string, Field>;
  required?: string[];
};
type Field = { type?: string; title?: string; description: string; enum?: string[] };

/** The reference of the events as Markdown, made of their schemas. */
export function eventReference(): string {
  return [
    '# The events',
    'Made from the schemas of the events in `ledger/events.ts` by `npm run docs`.',
    [
      "Each ledger has one stream, `ledger-<ledgerId>`. Its events are the only record of the user's money: the",
      'balance, the lists, the goals and the statistics are computed from them. An event is never changed; the whole',
      'stream is erased with the user. What an event does not name below stays as it was. A field with a question mark',
      'may be absent. The rules that lead to the events are in [the product](product.md#4-rules-of-the-ledger).',
    ].join('\n'),
    ...(Object.keys(definitions) as EventType[]).map((type) =>
      section(type, jsonSchemaOf(definitions[type].schema, 'input') as Described),
    ),
    '## Metadata',
    'Beside the data of every event:',
    fields(jsonSchemaOf(eventMetadata, 'input') as Described),
    [
      'Where the API had traces on, `traceparent` follows: the trace of the command, as W3C Trace Context has it. It',
      'says nothing of the ledger.',
    ].join('\n'),
    [
      "The id of an event is a UUID v5 of ledger, command id, input hash and the event's place in the command, so that",
      'an append that is tried again is the same append. Every version that was ever written can be read: a test reads',
      'an example of each.',
    ].join('\n'),
    '## The log',
    [
      'The stream `daybook-log` holds one event, `LogOpened`. Its id identifies the log: read models that were built',
      'from another log are refused (decision 11).',
    ].join('\n'),
  ].join('\n\n');
}

function section(type: EventType, event: Described): string {
  const effects = Object.entries({
    Balance: event.balance,
    Goals: event.goals,
    Statistics: event.statistics,
    Also: event.also,
  }).flatMap(([name, effect]) => (effect === undefined ? [] : [`- ${name}: ${effect}.`]));
  return [
    `## ${type}`,
    `${event.when} [Example](../ledger/examples/${type}.v${versionOf(type)}.json)`,
    effects.join('\n'),
    fields(event),
  ].join('\n\n');
}

function fields({ properties = {}, required = [] }: Described): string {
  const rows = Object.entries(properties).map(([name, field]) => [
    `\`${name}\`${required.includes(name) ? '' : '?'}`,
    field.title ?? field.enum?.map((one) => `\`${one}\``).join(', ') ?? (field.type === 'integer' ? 'integer' : 'text'),
    field.description,
  ]);
  return rows.length === 0 ? 'No fields.' : referenceTable(['field', 'type', 'is'], rows);
}

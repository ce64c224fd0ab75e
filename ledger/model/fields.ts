import { z } from 'zod';
import { target } from './budget.ts';
import {
  ACCOUNT_KINDS,
  BALANCE_SOURCES,
  CARRIES,
  CATEGORY_KINDS,
  GOAL_CATEGORIES,
  PARTS_MAX,
  PARTS_MIN,
  POSTS,
  TAGS_MAX,
  WALLETS,
} from './constants.ts';
import { ruleThen, ruleWhen } from './rule.ts';
import { mark, span } from './schedule.ts';
import { scheduleRule } from './schedule-rule.ts';
import { account, accountId, categoryId, cents, day, id } from './values.ts';

/**
 * The shape of a value, by which calls give it and screens show it: `image` is the id of a receipt, `state` open or
 * closed, `archived` in the archive or not, `ordinal` a place in a list from 1, `budgeted` in the budget or beside it,
 * `source` the origin of a confirmed balance; `query` and `then` are what a rule asks and does, `yes` is yes or no, and
 * `rules` the ids of rules in their order; `carry` is what carries over to the next month, and `target` how much a
 * category is to have; `span` is an amount that isn't certain, `repeats` on which days something comes again, `post`
 * how it becomes an entry, and `mark` what became of an occurrence.
 */
export type Shape =
  | 'text'
  | 'tags'
  | 'amount'
  | 'day'
  | 'account'
  | 'category'
  | 'image'
  | 'parts'
  | 'state'
  | 'archived'
  | 'ordinal'
  | 'budgeted'
  | 'source'
  | 'query'
  | 'then'
  | 'yes'
  | 'rules'
  | 'carry'
  | 'target'
  | 'span'
  | 'repeats'
  | 'post'
  | 'mark';

/**
 * A field of an entity: the schema of its value in events, its word in History, and its shape. `name` is its name in
 * calls, where that differs. `with` names the field with which an undo takes it back; without it, it goes back by
 * itself (product 4.14).
 */
export type Field<Schema extends z.ZodType = z.ZodType> = {
  schema: Schema;
  word: string;
  shape: Shape;
  name?: string;
  with?: string;
};

/** The parts of a split: amounts that add up to the transaction's, each with a category of its own. */
const parts = z
  .array(z.strictObject({ amount: cents, category: categoryId, note: z.string().optional() }))
  .min(PARTS_MIN)
  .max(PARTS_MAX)
  .optional()
  .meta({ title: 'list of `amount`, `category`, `note`?' })
  .describe('its parts, whose amounts add up to `amount`; absent where it is not split');

const type = z.enum(['Expense', 'Income']).describe('its type');
const title = z.string().describe('its title');
const amount = cents.describe('its amount');
const wallet = z.enum(WALLETS).optional().describe('how it was paid; absent for an income');
const name = z.string().describe('its name');
const kind = z.enum(ACCOUNT_KINDS).describe('its kind');
const yesOrNo = z.boolean().meta({ title: 'yes or no' });
const isOpen = yesOrNo.describe('whether it is open');
const isBudgeted = z
  .literal(false)
  .optional()
  .meta({ title: '`false`' })
  .describe('false where it stands beside the budget; absent where it counts there');
const balance = cents.optional().describe('the balance at its end; absent where the day is no longer confirmed');
const optional = z.string().optional();
const note = optional.describe('its note, of several lines; absent for none');
const tags = z
  .array(z.string())
  .min(1)
  .max(TAGS_MAX)
  .optional()
  .meta({ title: 'list of texts' })
  .describe('its tags, as written; absent for none');
const described = {
  note: { schema: note, word: 'Note', shape: 'text' },
  tags: { schema: tags, word: 'Tags', shape: 'tags' },
} as const;

/** The fields of each kind of entity, in the order in which an undo looks at them. */
export const FIELDS = {
  transaction: {
    title: { schema: title, word: 'Title', shape: 'text' },
    amount: { schema: amount, word: 'Amount', shape: 'amount' },
    type: { schema: type, word: 'Type', shape: 'text', with: 'amount' },
    category: {
      schema: categoryId.optional().describe('its category; absent where it has none, or is split'),
      word: 'Category',
      shape: 'category',
      with: 'amount',
    },
    wallet: { schema: wallet, word: 'Paid with', shape: 'text', with: 'amount' },
    parts: { schema: parts, word: 'Parts', shape: 'parts', with: 'amount' },
    date: { schema: day.describe('the day it is listed and counted under'), word: 'Date', shape: 'day' },
    accountId: { schema: accountId, word: 'Account', shape: 'account', name: 'account' },
    receiptId: {
      schema: id.optional().describe('the image of its receipt'),
      word: 'Receipt',
      shape: 'image',
      name: 'receipt',
    },
    ...described,
  },
  transfer: {
    title: { schema: title.optional(), word: 'Title', shape: 'text' },
    amount: { schema: cents.describe('what is moved'), word: 'Amount', shape: 'amount' },
    date: { schema: day.describe('the day it is listed under'), word: 'Date', shape: 'day' },
    from: {
      schema: account.describe('the account the money leaves'),
      word: 'Account',
      shape: 'account',
      name: 'account',
    },
    to: {
      schema: account.describe('the account it arrives in'),
      word: 'To account',
      shape: 'account',
      name: 'toAccount',
      with: 'from',
    },
    category: {
      schema: categoryId
        .optional()
        .describe('its category, where it goes from or to an account beside the budget; absent for none'),
      word: 'Category',
      shape: 'category',
      with: 'from',
    },
    ...described,
  },
  goal: {
    title: { schema: title, word: 'Title', shape: 'text' },
    finalAmount: { schema: cents.describe('the amount to save'), word: 'Final Target', shape: 'amount' },
    category: {
      schema: z.enum(GOAL_CATEGORIES).optional().describe('its category'),
      word: 'Category',
      shape: 'text',
    },
    description: { schema: optional.describe('its description'), word: 'Description', shape: 'text' },
    wantedBy: {
      schema: day.optional().describe('the day by which it is wanted'),
      word: 'Wanted by',
      shape: 'day',
    },
  },
  account: {
    name: { schema: name, word: 'Name', shape: 'text' },
    kind: { schema: kind, word: 'Kind', shape: 'text' },
    isOpen: { schema: isOpen, word: 'State', shape: 'state' },
    isBudgeted: { schema: isBudgeted, word: 'Budget', shape: 'budgeted' },
  },
  category: {
    name: { schema: name, word: 'Name', shape: 'text' },
    kind: { schema: z.enum(CATEGORY_KINDS).describe('its kind'), word: 'Kind', shape: 'text' },
    parent: {
      schema: categoryId.optional().describe('the category that it is below; absent at the top'),
      word: 'Below',
      shape: 'category',
    },
    isArchived: {
      schema: z.boolean().meta({ title: 'yes or no' }).describe('whether it is archived'),
      word: 'State',
      shape: 'archived',
    },
    position: {
      schema: z
        .int()
        .min(1)
        .optional()
        .meta({ title: 'integer from 1' })
        .describe('its place among the categories beside it, from 1; absent for its usual place, behind these'),
      word: 'Place in the list',
      shape: 'ordinal',
    },
  },
  figures: {
    income: { schema: cents.describe('the income of a month'), word: 'Monthly income', shape: 'amount' },
    expense: {
      schema: cents.describe('the expense of a month'),
      word: 'Monthly expense',
      shape: 'amount',
      with: 'income',
    },
  },
  balance: {
    balance: { schema: balance, word: 'Balance', shape: 'amount' },
    source: {
      schema: z.enum(BALANCE_SOURCES).describe('where it comes from'),
      word: 'From',
      shape: 'source',
      with: 'balance',
    },
  },
  rule: {
    when: { schema: ruleWhen.describe('the query that finds its entries'), word: 'When', shape: 'query' },
    then: { schema: ruleThen.describe('what it does to them'), word: 'Then', shape: 'then' },
    stop: { schema: yesOrNo.describe('whether no later rule is asked about them'), word: 'Stops', shape: 'yes' },
    isOn: { schema: yesOrNo.describe('whether it is applied'), word: 'On', shape: 'yes' },
  },
  ruleOrder: {
    ruleIds: {
      schema: z.array(id).meta({ title: 'list of UUIDs' }).describe('the rules in their order'),
      word: 'Order',
      shape: 'rules',
    },
  },
  plan: { amount: { schema: cents.describe('what is planned'), word: 'Amount', shape: 'amount' } },
  carry: {
    carry: {
      schema: z.enum(CARRIES).optional().describe('what carries over to the next month; absent for the default'),
      word: 'Carries over',
      shape: 'carry',
    },
  },
  target: {
    target: {
      schema: target.optional().describe('how much the category is to have; absent for no target'),
      word: 'Target',
      shape: 'target',
    },
  },
  schedule: {
    title: { schema: title, word: 'Title', shape: 'text' },
    type: {
      schema: z.enum(['Expense', 'Income', 'Transfer']).describe('the type of its entries'),
      word: 'Type',
      shape: 'text',
    },
    amount: { schema: span.describe('what an occurrence moves'), word: 'Amount', shape: 'span', name: 'span' },
    category: {
      schema: categoryId.optional().describe('the category of its entries; absent for none'),
      word: 'Category',
      shape: 'category',
      with: 'type',
    },
    accountId: { schema: accountId, word: 'Account', shape: 'account', name: 'account' },
    toAccountId: {
      schema: account.optional().describe('the account at which its transfers arrive; absent for other types'),
      word: 'To account',
      shape: 'account',
      name: 'toAccount',
      with: 'type',
    },
    wallet: { schema: wallet, word: 'Paid with', shape: 'text', with: 'type' },
    parts: {
      schema: parts.describe('the parts of its entries, which add up to an exact `amount`; absent where it has none'),
      word: 'Parts',
      shape: 'parts',
      with: 'amount',
    },
    ...described,
    rule: { schema: scheduleRule.describe('on which days it comes again'), word: 'Repeats', shape: 'repeats' },
    post: { schema: z.enum(POSTS).describe('how it becomes an entry'), word: 'Posting', shape: 'post' },
  },
  occurrence: {
    mark: {
      schema: mark.optional().describe('what became of it; absent while it is open'),
      word: 'Status',
      shape: 'mark',
    },
  },
} as const satisfies Record<string, Record<string, Field>>;

/** The words and shapes of money that an undo moves: the balance of an account, and the savings of a goal. */
export const MOVED = {
  balance: { word: 'Balance', shape: 'amount' },
  currentAmount: { word: 'Saved', shape: 'amount' },
} as const satisfies Record<string, Omit<Field, 'schema'>>;

/**
 * The kinds of entities: a confirmed day is a `balance`, `figures` are the monthly ones, `ruleOrder` is the order of
 * all rules. Of a budget, `plan` is what is planned for a category in a month, `carry` what carries over from a month
 * on, and `target` how much a category is to have. An `occurrence` belongs to a schedule.
 */
export type EntityKind = keyof typeof FIELDS;

/** The names of the fields of a kind. */
export type FieldName<Kind extends EntityKind> = Kind extends unknown ? keyof FieldsOf<Kind> : never;

type FieldsOf<Kind extends EntityKind> = (typeof FIELDS)[Kind];
type SchemasOf<Fields> = { [Name in keyof Fields]: Fields[Name] extends Field<infer Schema> ? Schema : never };

/** The values of the fields of a kind, as events have them. */
export type ValuesOf<Kind extends EntityKind> = {
  [Each in EntityKind]: z.infer<z.ZodObject<SchemasOf<FieldsOf<Each>>>>;
}[Kind];

/** An object that names all of its properties, also those that may be undefined: leaving one out does not compile. */
export type Whole<Fields> = { [Name in keyof Fields]-?: Fields[Name] };

/** New values of fields: those that are left out stay, and null takes off what may be absent. */
export type EditOf<Kind extends EntityKind> = {
  [Name in keyof ValuesOf<Kind>]?:
    | ValuesOf<Kind>[Name]
    | (undefined extends ValuesOf<Kind>[Name] ? null : never)
    | undefined;
};

/** The schemas of the fields of a kind, by their names. */
export function schemasOf<Kind extends EntityKind>(kind: Kind): SchemasOf<FieldsOf<Kind>> {
  const schemas = Object.entries(FIELDS[kind]).map(([name, { schema }]) => [name, schema]);
  return Object.fromEntries(schemas) as SchemasOf<FieldsOf<Kind>>;
}

/** The schema of all fields of a kind, as an event that changes it has them before and after. */
export function wholeOf<Kind extends EntityKind>(kind: Kind) {
  const title = Object.entries<Field>(FIELDS[kind])
    .map(([name, { schema }]) => `\`${name}\`${schema.safeParse(undefined).success ? '?' : ''}`)
    .join(', ');
  return z.strictObject(schemasOf(kind)).meta({ title });
}

/** The names of the fields of each kind, in groups that go back together (product 4.14). */
export const GROUPS = Object.fromEntries(
  Object.entries<Record<string, Field>>(FIELDS).map(([kind, fields]) => [kind, groupsOf(fields)]),
) as unknown as Record<EntityKind, readonly (readonly string[])[]>;

function groupsOf(fields: Record<string, Field>): string[][] {
  const groups = new Map<string, string[]>();
  for (const [name, { with: first = name }] of Object.entries(fields)) {
    groups.set(first, [...(groups.get(first) ?? []), name]);
  }
  return [...groups.values()];
}

/** The names of the fields of a kind. */
export function fieldsOf(kind: EntityKind): readonly string[] {
  return Object.keys(FIELDS[kind]);
}

/** The values of the fields of a kind in an object; undefined where it lacks one. */
export function valuesIn<Kind extends EntityKind>(kind: Kind, data: ValuesOf<Kind>): Whole<ValuesOf<Kind>> {
  return withFieldsOf(kind, data) as Whole<ValuesOf<Kind>>;
}

/** The properties of an object that are fields of a kind, all of them, in the order of the fields. */
function withFieldsOf(kind: EntityKind, data: object): unknown {
  const values: Record<string, unknown> = {};
  for (const field of fieldsOf(kind)) values[field] = (data as Record<string, unknown>)[field];
  return values;
}

/** The values of the fields of a kind after an edit. */
export function valuesAfter<Kind extends EntityKind>(
  kind: Kind,
  before: ValuesOf<Kind>,
  edit: EditOf<Kind>,
): ValuesOf<Kind> {
  const values: Record<string, unknown> = { ...before };
  for (const [field, value] of Object.entries(edit)) if (value !== undefined) values[field] = value ?? undefined;
  return withFieldsOf(kind, values) as ValuesOf<Kind>;
}

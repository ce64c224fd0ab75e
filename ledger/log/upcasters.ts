import { z } from 'zod';
import type { EventType } from '../events.ts';
import { OTHER_INCOME } from '../model/categories.ts';

/** The older versions of each version. Extend it for version 6. */
type Older = { 2: 1; 3: 1 | 2; 4: 1 | 2 | 3; 5: 1 | 2 | 3 | 4 };
type Versions = { readonly [type: string]: keyof Older };

/** Reads data of one version, by the schema it had then, and gives data of the next version. */
export type Upcaster = { schema: z.ZodType; change(data: unknown): unknown };

/** For each event type of `Registered` an upcaster from every older version to the version after it. */
export type Upcasters<Registered extends Versions> = {
  [Type in keyof Registered]: Record<Older[Registered[Type]], Upcaster>;
};

/**
 * The version of each event type whose schema has changed since version 1. A type named here needs its upcasters below,
 * and an example of each version in `ledger/examples/`, which a test decodes.
 */
export const VERSIONS = {
  IncomeRecorded: 2,
  TransactionChanged: 2,
  TransactionRestored: 2,
} as const satisfies { [Type in EventType]?: keyof Older };

/** The categories of a transaction before there were own ones: by their names, also the Other of incomes. */
const part = z.looseObject({ category: z.string() });
const categorised = z.looseObject({ category: z.string().optional(), parts: z.array(part).optional() });
const typed = categorised.extend({ type: z.string() });

/** Gives the Other of incomes the id that it has since refunds may have the Other of expenses. */
function withOtherIncome({ category, parts, ...data }: z.infer<typeof categorised>) {
  const idOf = (name: string) => (name === 'Other' ? OTHER_INCOME : name);
  return {
    ...data,
    ...(category !== undefined && { category: idOf(category) }),
    ...(parts && { parts: parts.map((each) => ({ ...each, category: idOf(each.category) })) }),
  };
}
const ofType = (data: z.infer<typeof typed>) => (data.type === 'Income' ? withOtherIncome(data) : data);

const upcasters: Upcasters<typeof VERSIONS> = {
  IncomeRecorded: { 1: upcaster(categorised, withOtherIncome) },
  TransactionChanged: {
    1: upcaster(z.looseObject({ before: typed, after: typed }), ({ before, after, ...data }) => ({
      ...data,
      before: ofType(before),
      after: ofType(after),
    })),
  },
  TransactionRestored: { 1: upcaster(typed, ofType) },
};

/** An upcaster, with the schema of the version that it reads and a function from that data to the next version's. */
export function upcaster<Schema extends z.ZodType>(
  schema: Schema,
  change: (data: z.infer<Schema>) => unknown,
): Upcaster {
  return { schema, change: change as (data: unknown) => unknown };
}

/** The version in which events of a type are written. */
export function versionOf(type: EventType, versions: Versions = VERSIONS): number {
  return versions[type] ?? 1;
}

/**
 * Takes data of an older version and gives data of today's, by one upcaster after another. Throws ZodError where it
 * doesn't fit.
 */
export function upcast(
  type: EventType,
  version: number,
  data: unknown,
  registry: Record<string, Record<number, Upcaster>> = upcasters,
): unknown {
  const next = registry[type]?.[version];
  return next ? upcast(type, version + 1, next.change(next.schema.parse(data)), registry) : data;
}

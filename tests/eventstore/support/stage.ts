import { randomUUID } from 'node:crypto';
import { EventStoreDBClient } from '@eventstore/db-client';
import { afterAll, beforeAll, describe } from 'vitest';
import { eventStoresAtHand, type StoreAtHand } from '../../support/event-stores.ts';
import { Wire } from './wire.ts';

const STAND_IN = 'the stand-in';
const stores = await eventStoresAtHand();

/** Groups of one file share a store, which is stopped after the last. */
const stops = new Set<() => Promise<void>>();
afterAll(async () => {
  for (const stop of stops) await stop();
});

/** The client appends in one call if it is given no credentials, and else in a call of its own. */
export const PATHS = [
  ['in batches', {}],
  ['plainly', { credentials: { username: 'admin', password: 'changeit' } }],
] as const;

/** How an append is sent. */
export type Path = (typeof PATHS)[number][1];

/** A store, somebody who talks to it, and names that nobody else has. */
export class Stage {
  /** Whether this is the project's own store. */
  readonly isStandIn: boolean;
  #url = '';
  #client: EventStoreDBClient | undefined;
  #wire: Wire | undefined;
  readonly #others: EventStoreDBClient[] = [];
  readonly #otherWires: Wire[] = [];

  constructor(isStandIn: boolean) {
    this.isStandIn = isStandIn;
  }

  /** The official client. */
  get client(): EventStoreDBClient {
    if (!this.#client) throw new Error('The store has not been started.');
    return this.#client;
  }

  /** gRPC as it goes over the wire, for what the client can't say or doesn't show. */
  get wire(): Wire {
    if (!this.#wire) throw new Error('The store has not been started.');
    return this.#wire;
  }

  open(url: string): void {
    this.#url = url;
    this.#client = EventStoreDBClient.connectionString(url);
    this.#wire = new Wire(url);
  }

  /** Another client of the same store. @param parameters of the connection string, such as `throwOnAppendFailure=false` */
  another(parameters = ''): EventStoreDBClient {
    const client = EventStoreDBClient.connectionString(`${this.#url}${parameters && `&${parameters}`}`);
    this.#others.push(client);
    return client;
  }

  /** Another connection to the same store: what one reader leaves lying fills the way for all on theirs. */
  anotherWire(): Wire {
    const wire = new Wire(this.#url);
    this.#otherWires.push(wire);
    return wire;
  }

  /** A stream name that nobody has used. */
  fresh(name = 's'): string {
    return `${name}-${randomUUID()}`;
  }

  async close(): Promise<void> {
    for (const wire of [this.#wire, ...this.#otherWires]) wire?.close();
    await Promise.all([this.#client, ...this.#others].map((client) => client?.dispose()));
  }
}

/** Which of the stores a group of tests holds against, and why not against the others. */
export type Scope = { readonly standInOnly?: string; readonly ownStoreOnly?: string };

/** Runs these tests against every store at hand; says which it leaves out, and why. */
export function againstEachStore(what: string, tests: (stage: Stage) => void, scope: Scope = {}): void {
  const left = stores.filter((store) => reasonAgainst(store, scope) === undefined);
  for (const store of stores) {
    const reason = reasonAgainst(store, scope);
    if (reason) console.info(`'${what}' is not held against ${store.name}: ${reason}.`);
  }
  for (const store of left) {
    describe(`${what}, against ${store.name}`, () => {
      const stage = new Stage(store.name === STAND_IN);
      beforeAll(async () => {
        const { url, stop } = await store.start();
        stops.add(stop);
        stage.open(url);
      });
      afterAll(() => stage.close());
      tests(stage);
    });
  }
}

function reasonAgainst({ name }: StoreAtHand, { standInOnly, ownStoreOnly }: Scope): string | undefined {
  if (standInOnly && name !== STAND_IN) return standInOnly;
  return ownStoreOnly && process.env.EVENTSTORE_URL && name !== STAND_IN ? ownStoreOnly : undefined;
}

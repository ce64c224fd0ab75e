import { randomUUID } from 'node:crypto';
import { EventStoreDBClient } from '@eventstore/db-client';
import { afterAll, beforeAll, describe } from 'vitest';
import { eventStoresAtHand, type StoreAtHand } from '../../event-stores.ts';
import { Wire } from './wire.ts';

const STAND_IN = 'the stand-in';
const stores = await eventStoresAtHand();

/** The groups of a file share a store, which is stopped after the last. */
const stops = new Map<StoreAtHand, () => Promise<void>>();

async function stopAll(): Promise<void> {
  for (const stop of stops.values()) await stop();
  stops.clear();
}

/** The client sends appends without credentials in batches, and an append with credentials as a call of its own. */
export const PATHS = [
  ['in batches', {}],
  ['plainly', { credentials: { username: 'admin', password: 'changeit' } }],
] as const;

/** How an append is sent. */
export type Path = (typeof PATHS)[number][1];

/** A store, its clients, and unique stream names. */
export class StoreFixture {
  /** Whether this is the project's stand-in. */
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

  /** Raw gRPC, for requests that the client can't send and fields that it doesn't show. */
  get wire(): Wire {
    if (!this.#wire) throw new Error('The store has not been started.');
    return this.#wire;
  }

  /** The port of the store. */
  get port(): number {
    return Number(new URL(this.#url).port);
  }

  open(url: string): void {
    this.#url = url;
    this.#client = EventStoreDBClient.connectionString(url);
    this.#wire = new Wire(url);
  }

  /**
   * Another client of the same store, with parameters of the connection string such as `throwOnAppendFailure=false`.
   */
  newClient(parameters = ''): EventStoreDBClient {
    const client = EventStoreDBClient.connectionString(`${this.#url}${parameters && `&${parameters}`}`);
    this.#others.push(client);
    return client;
  }

  /** Another connection to the same store: a slow reader blocks only the calls of its own connection. */
  newWire(): Wire {
    const wire = new Wire(this.#url);
    this.#otherWires.push(wire);
    return wire;
  }

  /** A unique stream name. */
  newStream(name = 's'): string {
    return `${name}-${randomUUID()}`;
  }

  async close(): Promise<void> {
    for (const wire of [this.#wire, ...this.#otherWires]) wire?.close();
    await Promise.all([this.#client, ...this.#others].map((client) => client?.dispose()));
  }
}

/** Why a group of tests runs against the stand-in only, or not against a store given by EVENTSTORE_URL. */
export type Scope = { readonly standInOnly?: string; readonly ownStoreOnly?: string };

/** Runs these tests against every available store; logs which it skips, and why. */
export function againstEachStore(what: string, tests: (fixture: StoreFixture) => void, scope: Scope = {}): void {
  const included = stores.filter((store) => reasonToSkip(store, scope) === undefined);
  for (const store of stores) {
    const reason = reasonToSkip(store, scope);
    if (reason) console.info(`'${what}' is not run against ${store.name}: ${reason}.`);
  }
  afterAll(stopAll);
  for (const store of included) {
    describe(`${what}, against ${store.name}`, () => {
      const fixture = new StoreFixture(store.name === STAND_IN);
      beforeAll(async () => {
        const { url, stop } = await store.start();
        stops.set(store, stop);
        fixture.open(url);
      });
      afterAll(() => fixture.close());
      tests(fixture);
    });
  }
}

function reasonToSkip({ name }: StoreAtHand, { standInOnly, ownStoreOnly }: Scope): string | undefined {
  if (standInOnly && name !== STAND_IN) return standInOnly;
  return ownStoreOnly && process.env.EVENTSTORE_URL && name !== STAND_IN ? ownStoreOnly : undefined;
}

import { randomUUID } from 'node:crypto';
import {
  type AppendResult,
  BACKWARDS,
  FORWARDS,
  jsonEvent,
  type Position,
  type ResolvedEvent,
} from '@eventstore/db-client';
import { expect } from 'vitest';
import { appendText } from '../support/append-text.ts';
import { newEvents, outcomeOf, readAsText, waitForServerWrites } from '../support/outcomes.ts';
import { PATHS, type StoreFixture } from '../support/store-fixture.ts';
import { SubscriptionRecorder, streamOf } from '../support/subscription-recorder.ts';
import { GeneratedEvents } from './generated-events.ts';
import { METADATA } from './model-metadata.ts';
import { type Expected, type ModelEvent, ModelStore, type NewEvent, type Outcome } from './model-store.ts';
import { ModelSubscription } from './model-subscription.ts';
import type { Expectation, From, Step, StepOf } from './steps.ts';

const pathOf = (isPlain: boolean) => PATHS[isPlain ? 1 : 0][1];
const exactly = (revision: bigint): Expected => (revision < 0n ? 'no_stream' : revision);
const contentOf = (data: string): unknown => {
  try {
    return JSON.parse(data);
  } catch {
    return data;
  }
};

/** Runs one sequence of steps on a store and on the model, and throws where their results differ. */
export class ModelRun {
  readonly #fixture: StoreFixture;
  readonly #token = randomUUID();
  readonly #model = new ModelStore();
  readonly #generated = new GeneratedEvents();
  readonly #positions = new Map<ModelEvent, bigint>();
  readonly #subscriptions: { expected: ModelSubscription; recorder: SubscriptionRecorder; what: string }[] = [];
  #start: Position = { commit: 0n, prepare: 0n };
  /** The steps as text, for the message of a failure. */
  readonly trace: string[] = [];

  constructor(fixture: StoreFixture) {
    this.#fixture = fixture;
  }

  async run(steps: readonly Step[]): Promise<void> {
    const { client } = this.#fixture;
    const { position } = await client.appendToStream(`marker-${randomUUID()}`, newEvents(1));
    if (!position) throw new Error('An append has a position.');
    this.#start = position;
    const all = this.#subscribeToAll();
    try {
      await all.until('caught up');
      for (const step of steps) await this.#step(step);
      await this.#compareSubscriptions();
      await this.#compareAll(all);
    } finally {
      all.stop();
      for (const { recorder } of this.#subscriptions) recorder.stop();
    }
  }

  async #step(step: Step): Promise<void> {
    if (this.#dependsOnItsCache(step)) return;
    const before = this.#model.all.length;
    if (step.kind === 'read') await this.#read(step);
    else if (step.kind === 'read all') await this.#readAll(step);
    else if (step.kind === 'subscribe') await this.#subscribe(step);
    else {
      if (step.kind === 'append') await this.#append(step);
      else if (step.kind === 'metadata') await this.#setMetadata(step);
      else await this.#remove(step);
      const written = this.#model.all.slice(before);
      await this.#updateSubscriptions(written);
      if (!this.#fixture.isStandIn) await waitForServerWrites(this.#fixture.client);
      const stream = this.#name(step.stream);
      for (const name of [stream, `$$${stream}`]) await this.#compareRead(name, 'start', false, 1000);
    }
  }

  /** A missing stream is only polled, so the next step waits until the subscription has noticed it. */
  async #updateSubscriptions(written: readonly ModelEvent[]): Promise<void> {
    for (const { expected, recorder } of this.#subscriptions) {
      const wasWaiting = expected.isWaiting;
      expected.add(written);
      if (wasWaiting && !expected.isWaiting) await recorder.until(expected.count);
    }
  }

  /**
   * Whether the outcome of a step, or of later ones, depends on the store's caches. In the stand-in, two steps do: a
   * soft deletion of a metadata stream, and new metadata of a stream that was softly deleted and then tombstoned.
   */
  #dependsOnItsCache(step: Step): boolean {
    if (step.kind === 'delete' && step.ofMetadata) return true;
    if (step.kind === 'metadata') return this.#revivalDependsOnCache(this.#name(step.stream));
    if (this.#fixture.isStandIn) return false;
    return step.kind === 'append' && step.events.kind === 'again' && step.events.isReversed;
  }

  #revivalDependsOnCache(stream: string): boolean {
    return this.#model.isTombstoned(stream) && (!this.#fixture.isStandIn || this.#model.isSoftlyDeleted(stream));
  }

  #name(stream: string, ofMetadata = false): string {
    return `${ofMetadata ? '$$' : ''}${this.#token}-${stream}`;
  }

  #expected(stream: string, expectation: Expectation): Expected {
    const last = this.#model.last(stream);
    if (expectation.kind === 'last') return exactly(last + expectation.off);
    if (expectation.kind === 'before') return exactly(last - 1n - BigInt(expectation.back));
    return expectation.kind;
  }

  async #append({ stream, expectation, events, isPlain }: StepOf<'append'>): Promise<void> {
    const name = this.#name(stream);
    const { given, after } = this.#generated.of(name, events);
    const expected = after === undefined ? this.#expected(name, expectation) : exactly(after);
    await this.#compareAppend(name, given, expected, isPlain);
  }

  async #setMetadata({ stream, expectation, content, isAgain, isPlain }: StepOf<'metadata'>): Promise<void> {
    const name = this.#name(stream, true);
    const earlier = this.#generated.lastOf(name);
    if (isAgain && earlier) {
      await this.#compareAppend(name, earlier.given, exactly(earlier.after), isPlain);
      return;
    }
    const [fresh] = this.#generated.fresh(1);
    const data = METADATA[content]?.text ?? '{}';
    const given = fresh ? [{ ...fresh, type: '$metadata', data }] : [];
    await this.#compareAppend(name, given, this.#expected(name, expectation), isPlain);
  }

  async #compareAppend(
    stream: string,
    given: readonly NewEvent[],
    expected: Expected,
    isPlain: boolean,
  ): Promise<void> {
    const after = this.#model.last(stream);
    const ids = given.map(({ id, data }) => `${this.#generated.nameOf(id)} ${data}`);
    this.trace.push(`append ${isPlain ? 'plainly' : 'in a batch'} to ${stream} at ${expected}: ${ids.join(', ')}`);
    const before = this.#model.all.length;
    const outcome = this.#model.append(stream, given, expected);
    if (this.#model.all.length > before && given.length > 0) this.#generated.add({ stream, given, after });
    await this.#compare(outcome, this.#send(stream, given, expected, isPlain));
  }

  #send(stream: string, given: readonly NewEvent[], expected: Expected, isPlain: boolean): Promise<AppendResult> {
    const { client, wire } = this.#fixture;
    // The client serializes JSON itself, which can change the text.
    const isRaw = given.some(({ data }) => JSON.stringify(contentOf(data)) !== data);
    if (isRaw) return appendText(wire, stream, given, expected);
    const events = given.map(({ id, type, data }) => jsonEvent({ id, type, data: JSON.parse(data) }));
    return client.appendToStream(stream, events, { expectedRevision: expected, ...pathOf(isPlain) });
  }

  async #remove(step: StepOf<'delete' | 'tombstone'>): Promise<void> {
    const { kind, stream, expectation } = step;
    const name = this.#name(stream, step.kind === 'delete' && step.ofMetadata);
    const expected = this.#expected(name, expectation);
    this.trace.push(`${kind} ${name} at ${expected}`);
    const { client } = this.#fixture;
    if (kind === 'tombstone') {
      // The client supports 'stream_exists' here, although its types don't.
      const options = { expectedRevision: expected as 'any' };
      await this.#compare(this.#model.tombstone(name, expected), client.tombstoneStream(name, options));
      return;
    }
    // The client can't send 'stream_exists' here.
    const wanted = expected === 'stream_exists' ? 'any' : expected;
    await this.#compare(this.#model.delete(name, wanted), client.deleteStream(name, { expectedRevision: wanted }));
  }

  async #compare({ text: expected, at }: Outcome, call: Promise<{ position?: Position }>): Promise<void> {
    let position: bigint | undefined;
    const answered = call.then((answer) => {
      position = answer.position?.commit;
      return answer;
    });
    expect(await outcomeOf(answered), this.trace.join('\n')).toBe(expected);
    if (!at) return;
    const known = this.#positions.get(at) ?? position;
    expect(position, `the position\n${this.trace.join('\n')}`).toBe(known);
    if (position !== undefined) this.#positions.set(at, position);
  }

  #line({ revision, id, type, data }: ModelEvent): string {
    return `${revision} ${type} ${this.#generated.nameOf(id)} ${JSON.stringify(contentOf(data))}`;
  }

  #read({ stream, ofMetadata, from, isBackwards, count }: StepOf<'read'>): Promise<void> {
    return this.#compareRead(this.#name(stream, ofMetadata), from, isBackwards, count);
  }

  async #compareRead(stream: string, from: From, isBackwards: boolean, count: number): Promise<void> {
    const direction = isBackwards ? 'backwards' : 'forwards';
    this.trace.push(`read ${count} of ${stream} ${direction} from ${from}`);
    const reading = this.#fixture.client.readStream(stream, {
      fromRevision: from,
      direction: isBackwards ? BACKWARDS : FORWARDS,
      maxCount: count,
    });
    const lines = await readAsText(reading, (resolved) => `${this.#resolvedLine(resolved)};`);
    expect(lines, this.trace.join('\n')).toBe(this.#readOf(stream, from, isBackwards, count));
  }

  #resolvedLine({ event }: ResolvedEvent): string {
    if (!event) return 'nothing';
    const { revision, type, id, data } = event;
    const content = data instanceof Uint8Array ? Buffer.from(data).toString() : data;
    return `${revision} ${type} ${this.#generated.nameOf(id)} ${JSON.stringify(content)}`;
  }

  #readOf(stream: string, from: From, isBackwards: boolean, count: number): string {
    if (count === 0 || (from === 'end' && !isBackwards)) return 'unknown';
    const visible = this.#model.visible(stream);
    if (typeof visible === 'string') return visible === 'deleted' && stream.startsWith('$$') ? '$$ deleted' : visible;
    const start = from === 'start' ? 0n : from === 'end' ? this.#model.last(stream) : from;
    const wanted = isBackwards
      ? visible.filter(({ revision }) => revision <= start).reverse()
      : visible.filter(({ revision }) => revision >= start);
    const lines = wanted.slice(0, count).map((event) => `${this.#line(event)};`);
    return lines.join(' ');
  }

  async #readAll({ from, isBackwards }: StepOf<'read all'>): Promise<void> {
    const known = this.#model.all.filter((event) => this.#positions.has(event));
    const start = known[from % Math.max(1, known.length)];
    const commit = start && this.#positions.get(start);
    if (!start || commit === undefined) return;
    const index = this.#model.all.indexOf(start);
    const { all } = this.#model;
    const expected = isBackwards ? all.slice(0, index).reverse() : all.slice(index);
    this.trace.push(`read $all ${isBackwards ? 'backwards' : 'forwards'} from ${this.#line(start)}`);
    const maxCount = isBackwards ? expected.length + 5 : Number.MAX_SAFE_INTEGER;
    const fromPosition = { commit, prepare: commit };
    const direction = isBackwards ? BACKWARDS : FORWARDS;
    const lines: string[] = [];
    for await (const resolved of this.#fixture.client.readAll({ fromPosition, direction, maxCount })) {
      if (resolved.event?.streamId.includes(this.#token)) lines.push(this.#resolvedLine(resolved));
    }
    const wanted = expected.map((event) => this.#line(event));
    // Other clients may write, too: then fewer of the last events are from this run.
    const compared = isBackwards && !this.#fixture.isStandIn ? wanted.slice(0, lines.length) : wanted;
    expect(lines, this.trace.join('\n')).toEqual(compared);
  }

  async #subscribe({ stream, ofMetadata, from }: StepOf<'subscribe'>): Promise<void> {
    const name = this.#name(stream, ofMetadata);
    this.trace.push(`subscribe to ${name} from ${from}`);
    const expected = new ModelSubscription(this.#model, name, from, ({ revision, id }) =>
      this.#short(`${revision}`, id),
    );
    const reading = { stream: name, from };
    const recorder = new SubscriptionRecorder(this.#fixture.wire, reading, (event) =>
      this.#short(event.getStreamRevision(), event.getId()?.getString()),
    );
    this.#subscriptions.push({ expected, recorder, what: `subscription to ${name} from ${from}` });
    await recorder.until(expected.count);
  }

  #short(revision: string, id: string | undefined): string {
    return `${revision} ${this.#generated.nameOf(id)}`;
  }

  async #compareSubscriptions(): Promise<void> {
    for (const { expected, recorder, what } of this.#subscriptions) {
      const about = `${what}\n${this.trace.join('\n')}`;
      await recorder.until(expected.count);
      expected.compare(recorder.log, about);
    }
  }

  #subscribeToAll(): SubscriptionRecorder {
    const filter = { on: 'stream' as const, prefixes: ['', '$$', '$$$$'].map((prefix) => prefix + this.#token) };
    return new SubscriptionRecorder(
      this.#fixture.wire,
      { all: this.#start, filter, window: 1_000_000 },
      (event) => `${streamOf(event)} ${this.#short(event.getStreamRevision(), event.getId()?.getString())}`,
    );
  }

  /** Compares `$all` with the model: as a live subscription received it, and as history. */
  async #compareAll(live: SubscriptionRecorder): Promise<void> {
    const lines = this.#model.all.map(({ stream, revision, id }) => `${stream} ${this.#short(`${revision}`, id)}`);
    await live.until(lines.length + 2);
    expect(live.log, this.trace.join('\n')).toEqual(['confirmed', 'caught up', ...lines]);
    const later = this.#subscribeToAll();
    await later.until('caught up');
    later.stop();
    expect(later.log, this.trace.join('\n')).toEqual(['confirmed', ...lines, 'caught up']);
    for (const [index, event] of this.#model.all.entries()) {
      const position = later.events[index]?.getCommitPosition();
      expect(position, this.trace.join('\n')).toBe(`${this.#positions.get(event) ?? position}`);
    }
  }
}

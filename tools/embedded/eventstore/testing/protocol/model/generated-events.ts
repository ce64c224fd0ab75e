import { randomUUID } from 'node:crypto';
import type { NewEvent } from './model-store.ts';
import type { Events } from './steps.ts';

/** An append that was made. */
export type Appended = {
  readonly stream: string;
  readonly given: readonly NewEvent[];
  /** The revision it was written after. */
  readonly after: bigint;
};

/** The events of one sequence, new or of earlier appends, each with a short name: `#1`, `#2` … */
export class GeneratedEvents {
  readonly #names = new Map<string, string>();
  readonly #appended: Appended[] = [];

  /** The name of an event; `own` for one that the server wrote itself. */
  nameOf(id: string | undefined): string {
    return (id !== undefined && this.#names.get(id)) || 'own';
  }

  fresh(count: number): NewEvent[] {
    return Array.from({ length: count }, (_, n) => {
      const id = randomUUID();
      this.#names.set(id, `#${this.#names.size + 1}`);
      return { id, type: 'noted', data: JSON.stringify({ n }) };
    });
  }

  add(append: Appended): void {
    this.#appended.push(append);
  }

  lastOf(stream: string): Appended | undefined {
    return this.#appended.findLast((append) => append.stream === stream);
  }

  /** The events of an append, and its expected revision if it repeats an earlier append. */
  of(stream: string, events: Events): { given: NewEvent[]; after?: bigint } {
    if (events.kind === 'new') return { given: this.fresh(events.count) };
    const { ago, ofAnyStream, skip, drop, added, isReversed, hasFirstExpectation } = events;
    const earlier = this.#appended.filter((append) => ofAnyStream || append.stream === stream);
    const one = earlier.at(-1 - ago) ?? earlier.at(-1);
    if (!one) return { given: this.fresh(2) };
    const part = one.given.slice(skip, one.given.length - drop);
    const given = isReversed ? part.reverse() : part;
    const at = { before: 0, within: 1, after: given.length, none: -1 }[added] ?? -1;
    if (at >= 0) given.splice(at, 0, ...this.fresh(1));
    return { given, ...(hasFirstExpectation && { after: one.after + BigInt(skip) }) };
  }
}

import { randomNumbers } from '#platform/random-numbers.ts';

/** A seeded random source. */
export class Random {
  /** A number from 0 up to 1. */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = randomNumbers(seed);
  }

  /** A whole number from `min` to `max`. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.whole(0, items.length - 1)] as Item;
  }

  /** An amount from 0.01 to `max`, with two decimals. */
  amount(max: number): number {
    return this.whole(1, max * 100) / 100;
  }

  /** An independent random source. */
  fork(): Random {
    return new Random(this.whole(0, 2 ** 31));
  }
}

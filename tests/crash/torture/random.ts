import { randomNumbers } from '../../../platform/random-numbers.ts';

/** Choices that look random and are the same for the same seed. */
export class Random {
  /** A number from 0 up to 1. */
  readonly next: () => number;

  constructor(seed: number) {
    this.next = randomNumbers(seed);
  }

  /** A whole number from `least` to `most`. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(part: number): boolean {
    return this.next() < part;
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.whole(0, items.length - 1)] as Item;
  }

  /** An amount with two decimals, as JSON carries it. */
  amount(most: number): number {
    return this.whole(1, most * 100) / 100;
  }

  /** Another source of numbers, which goes its own way. */
  fork(): Random {
    return new Random(this.whole(0, 2 ** 31));
  }
}

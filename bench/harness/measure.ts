import type { Pair } from './rounds.ts';

/** Something to be measured against something else, and what the ratio should come to. */
export type Measure = {
  name: string;
  unit: string;
  goal: { least: number } | { most: number };
  pair: Pair;
  /** More that was seen, to be printed below. */
  note?: () => string;
  close?: () => Promise<void>;
};

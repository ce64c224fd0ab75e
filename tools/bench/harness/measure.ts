import type { Pair } from './rounds.ts';

/** A measurement against a reference, and the goal of their ratio. */
export type Measure = {
  name: string;
  unit: string;
  goal: { least: number } | { most: number };
  pair: Pair;
  /** How many rounds are measured, where one takes long. */
  rounds?: number;
  /** An extra line to print. */
  note?: () => string;
  close?: () => Promise<void>;
};

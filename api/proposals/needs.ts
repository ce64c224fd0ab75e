import type { Needs } from '#ledger/model/command-rule.ts';

/** All that several commands need loaded. */
export function allNeeds(all: readonly Needs[]): Needs {
  return {
    transactionIds: [...new Set(all.flatMap(({ transactionIds = [] }) => transactionIds))],
    transferIds: [...new Set(all.flatMap(({ transferIds = [] }) => transferIds))],
    rules: all.some(({ rules }) => rules),
    budget: all.some(({ budget }) => budget),
    schedules: all.some(({ schedules }) => schedules),
    occurrences: all.flatMap(({ occurrences = [] }) => occurrences),
    ofEntries: [...new Set(all.flatMap(({ ofEntries = [] }) => ofEntries))],
  };
}

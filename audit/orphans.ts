import type { Finding } from './finding.ts';
import type { StoredRows } from './stored-rows.ts';

/** Takes the rows of a ledger without a stream, and gives a finding for each table that has any. */
export function orphans(ledger: string, rows: StoredRows): Finding[] {
  const counts = {
    ledgers: rows.ledger ? 1 : 0,
    past_ledgers: rows.pastLedgers.length,
    goals: rows.goals.length,
    rules: rows.rules.length,
    rule_uses: rows.ruleUses.length,
    entries: rows.entries.length,
    past_entries: rows.pastEntries.length,
    statistics: rows.statistics.length,
    past_statistics: rows.pastStatistics.length,
    known_days: rows.knownDays.length,
    category_months: rows.categoryMonths.length,
    past_category_months: rows.pastCategoryMonths.length,
    piece_sums: rows.pieceSums.length,
    plans: rows.plans.length,
    carries: rows.carries.length,
    targets: rows.targets.length,
    schedules: rows.schedules.length,
    occurrences: rows.occurrences.length,
    change_sets: rows.changeSets.length,
    events: rows.events.length,
    receipts: rows.receipts.length,
    imported_keys: rows.importedKeys.length,
    bank_texts: rows.bankTexts.length,
    stalled: rows.stalled ? 1 : 0,
  };
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([field, count]) => ({
      kind: 'orphan',
      ledger,
      field,
      expected: null,
      found: count === 1 ? '1 row' : `${count} rows`,
      revision: null,
    }));
}

import type { EventLog } from '#event-log/event-log.ts';
import { isAfter, isPosition } from '#event-log/positions.ts';
import type { Database } from '#platform/postgres.ts';
import { LIVE } from '#projections/tables/read-models.ts';
import type { Finding } from './finding.ts';

/**
 * Checks that the read models were built from this log, and that the checkpoint and the last position whose event may
 * be in the rows are positions in it, in this order.
 */
export async function checkpointFindings(database: Database, log: EventLog): Promise<Finding[]> {
  const { rows } = await database.query<{ log_id: string; position: string | null; reached: string | null }>(
    `SELECT log_id, position, to_jsonb(c) ->> 'reached' AS reached FROM ${LIVE}.checkpoint c`,
  );
  const [checkpoint] = rows;
  const [id, end] = [await log.knownIdentity(), await log.end()];
  const finding = (field: string, expected: string | null, found: string | null): Finding => ({
    kind: 'checkpoint',
    ledger: null,
    field: `checkpoint${field}`,
    expected,
    found,
    revision: null,
  });
  if (!checkpoint) return [finding('', 'one row', null)];
  const { log_id, position } = checkpoint;
  const reached = checkpoint.reached ?? position;
  const findings = log_id === id ? [] : [finding('.log_id', id, log_id)];
  let latest = end;
  for (const [field, value] of Object.entries({ reached, position })) {
    if (value === null) continue;
    if (!isPosition(value)) findings.push(finding(`.${field}`, 'a position of the log', value));
    else if (latest === null || isAfter(value, latest)) {
      findings.push(finding(`.${field}`, `no later than ${latest ?? 'the beginning'}`, value));
    } else latest = value;
  }
  return findings;
}

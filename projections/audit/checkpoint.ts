import type { EventLog } from '../../event-log/event-log.ts';
import { isAfter, isPosition } from '../../event-log/positions.ts';
import type { Database } from '../../platform/postgres.ts';
import { LIVE } from '../tables/read-models.ts';
import type { Finding } from './finding.ts';

/** Checks that the read models were built from this log, and that the checkpoint is a position in it. */
export async function checkpointFindings(database: Database, log: EventLog): Promise<Finding[]> {
  const { rows } = await database.query<{ log_id: string; position: string | null }>(
    `SELECT log_id, position FROM ${LIVE}.checkpoint`,
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
  const findings = log_id === id ? [] : [finding('.log_id', id, log_id)];
  if (position === null) return findings;
  if (!isPosition(position)) return [...findings, finding('.position', 'a position of the log', position)];
  if (end === null || isAfter(position, end)) {
    findings.push(finding('.position', `no later than ${end ?? 'the beginning'}`, position));
  }
  return findings;
}

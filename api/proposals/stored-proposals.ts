import type pg from 'pg';
import { PROPOSAL_DAYS, PROPOSALS_CLOSED_MAX, PROPOSALS_OPEN_MAX } from '#contract/limits.ts';
import type { Proposal, ProposedCommand } from '#contract/proposal-calls.ts';
import type { TokenLimits } from '#contract/token-calls.ts';
import type { Cut } from '#ledger/model/cut.ts';
import { type Database, transaction } from '#platform/postgres.ts';
import { ProblemError } from '../http/problem-error.ts';
import { actorOf, cutOf, type Session } from '../http/session.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * A proposal as it is stored. `authorId`, of a token, `actor`, `limits` and `accounts`, which the token sees, are null
 * if the user made it. `day` is the author's day on which it was made (ISO date).
 */
export type StoredProposal = {
  proposalId: string;
  authorId: string | null;
  actor: string | null;
  limits: TokenLimits | null;
  accounts: Cut;
  day: string;
  reason: string;
  count: number;
  createdAt: Date;
  expiresAt: Date;
  status: Proposal['status'];
  /** The idempotency key with which it was accepted, null if it was not. */
  acceptKey: string | null;
};

const COLUMNS = `proposal_id AS "proposalId", author_id AS "authorId", actor, limits, accounts, day::text AS day,
  reason, count, created_at AS "createdAt", expires_at AS "expiresAt", accepted_with AS "acceptKey"`;
/** An open proposal is expired after its end, which is $2. */
const STATUS = `CASE WHEN status = 'open' AND expires_at <= $2 THEN 'expired' ELSE status END AS status`;

type NewProposal = Pick<StoredProposal, 'proposalId' | 'day' | 'reason'> & { commands: readonly ProposedCommand[] };

/** Stores a proposal, and forgets the oldest closed ones. Throws the problem too_many_proposals. */
export async function insertProposal(
  database: pg.Pool,
  { userId, bearer }: Session,
  { proposalId, day, reason, commands }: NewProposal,
  now: Date,
): Promise<void> {
  await transaction(database, async (client) => {
    // The proposals of a user are counted one after the other.
    await client.query('SELECT FROM identity.users WHERE user_id = $1 FOR NO KEY UPDATE', [userId]);
    const { rows: counted } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM proposals.proposals
        WHERE user_id = $1 AND status = 'open' AND expires_at > $2`,
      [userId, now],
    );
    if ((counted[0]?.count ?? 0) >= PROPOSALS_OPEN_MAX) throw new ProblemError('too_many_proposals');
    await client.query(
      `DELETE FROM proposals.proposals WHERE proposal_id IN (
        SELECT proposal_id FROM proposals.proposals
        WHERE user_id = $1 AND (status <> 'open' OR expires_at <= $2)
        ORDER BY created_at DESC OFFSET $3)`,
      [userId, now, PROPOSALS_CLOSED_MAX - 1],
    );
    const expiresAt = new Date(now.getTime() + PROPOSAL_DAYS * DAY_MS);
    const limits = bearer?.limits ?? null;
    await client.query(
      `INSERT INTO proposals.proposals
          (user_id, created_at, proposal_id, author_id, actor, limits, day, reason, commands, count, expires_at,
            accounts)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        userId,
        now,
        proposalId,
        bearer?.tokenId ?? null,
        actorOf({ ...(bearer && { bearer }) }),
        limits,
        day,
        reason,
        JSON.stringify(commands),
        commands.length,
        expiresAt,
        bearer?.accounts ?? null,
      ],
    );
  });
}

/** The proposals of a user, the newest first; a program that sees some accounts alone sees its own. */
export async function proposalsOfUser(database: Database, session: Session, now: Date): Promise<StoredProposal[]> {
  const { rows } = await database.query<StoredProposal>(
    `SELECT ${COLUMNS}, ${STATUS} FROM proposals.proposals WHERE user_id = $1
      ORDER BY created_at DESC, proposal_id LIMIT $3`,
    [session.userId, now, PROPOSALS_OPEN_MAX + PROPOSALS_CLOSED_MAX],
  );
  return rows.filter((stored) => isSeen(stored, session));
}

function isSeen({ authorId }: StoredProposal, session: Session): boolean {
  return cutOf(session) === null || authorId === session.bearer?.tokenId;
}

/**
 * A proposal of a user with its commands; of others than its own a program that sees some accounts alone has none.
 * Throws the problem proposal_not_found.
 */
export async function loadProposal(
  database: Database,
  session: Session,
  proposalId: string,
  now: Date,
): Promise<StoredProposal & { commands: ProposedCommand[] }> {
  const { rows } = await database.query<StoredProposal & { commands: ProposedCommand[] }>(
    `SELECT ${COLUMNS}, commands, ${STATUS} FROM proposals.proposals WHERE user_id = $1 AND proposal_id = $3`,
    [session.userId, now, proposalId],
  );
  if (!rows[0] || !isSeen(rows[0], session)) throw new ProblemError('proposal_not_found');
  return rows[0];
}

/** A process that stopped has claimed a proposal for so long. */
const CLAIM_MS = 2 * 60 * 1000;

/** Nobody is accepting it: the condition of an open proposal that can be decided, at $2. */
const CAN_BE_DECIDED = "status = 'open' AND coalesce(claimed_until <= $2, true)";

/**
 * Claims an open proposal for its acceptance by a request, by its idempotency key; nobody else decides it meanwhile.
 * Throws the problem proposal_closed.
 */
export async function claimProposal(database: Database, proposalId: string, key: string, now: Date): Promise<void> {
  const { rowCount } = await database.query(
    `UPDATE proposals.proposals SET claimed_until = $3, accepted_with = $4
      WHERE proposal_id = $1 AND (${CAN_BE_DECIDED} OR status = 'open' AND accepted_with = $4)`,
    [proposalId, now, new Date(now.getTime() + CLAIM_MS), key],
  );
  if (rowCount === 0) throw new ProblemError('proposal_closed');
}

/** Gives up the claim of a proposal that could not be accepted. */
export async function releaseProposal(database: Database, proposalId: string): Promise<void> {
  await database.query(
    `UPDATE proposals.proposals SET claimed_until = NULL, accepted_with = NULL
      WHERE proposal_id = $1 AND status = 'open'`,
    [proposalId],
  );
}

/** Closes a proposal that was accepted. */
export async function closeAccepted(database: Database, proposalId: string): Promise<void> {
  await database.query("UPDATE proposals.proposals SET status = 'accepted' WHERE proposal_id = $1", [proposalId]);
}

/** Closes an open proposal that nobody is accepting. Throws the problem proposal_closed. */
export async function closeProposal(
  database: Database,
  proposalId: string,
  status: 'declined' | 'withdrawn',
  now: Date,
): Promise<void> {
  const { rowCount } = await database.query(
    `UPDATE proposals.proposals SET status = $3 WHERE proposal_id = $1 AND ${CAN_BE_DECIDED}`,
    [proposalId, now, status],
  );
  if (rowCount === 0) throw new ProblemError('proposal_closed');
}

/** Converts a proposal to the contract's. */
export function presentProposal({ proposalId, actor, createdAt, expiresAt, ...stored }: StoredProposal): Proposal {
  const { reason, status, count } = stored;
  return {
    _id: proposalId,
    reason,
    actor: actor ?? 'user',
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    status,
    count,
    // The proposal's id is the id of the change-set that accepts it.
    changeSetId: status === 'accepted' ? proposalId : null,
  };
}

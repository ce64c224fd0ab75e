import { DEFAULT_CURRENCY } from '#ledger/model/constants.ts';
import type { Database } from '#platform/postgres.ts';
import { queryPrepared } from '#platform/sql.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { Identity } from '../http/session.ts';

/** The columns of an identity, from `identity.users u`. */
export const IDENTITY_COLUMNS = `u.user_id AS "userId", u.ledger_id AS "ledgerId", u.email,
  u.full_name AS "fullName", u.bio, u.avatar_id AS "avatarId", u.currency,
  u.date_of_birth AS "dateOfBirth", u.date_order AS "dateOrder", u.week_start AS "weekStart",
  u.month_start AS "monthStart", u.year_start AS "yearStart",
  u.uses_word_list AS "usesWordList", u.is_demo AS "isDemo"`;

/** The identity in a row that has more columns. */
export function identityOf(row: Identity): Identity {
  return {
    userId: row.userId,
    ledgerId: row.ledgerId,
    email: row.email,
    fullName: row.fullName,
    bio: row.bio,
    avatarId: row.avatarId,
    currency: row.currency,
    dateOfBirth: row.dateOfBirth,
    dateOrder: row.dateOrder,
    weekStart: row.weekStart,
    monthStart: row.monthStart,
    yearStart: row.yearStart,
    usesWordList: row.usesWordList,
    isDemo: row.isDemo,
  };
}

/**
 * Adds a user, whose ledger has the same id. `email` is normalized by the contract's schema. Gives false when the email
 * is taken.
 */
export async function addUser(
  database: Database,
  user: { userId: string; email: string; passwordHash: string; fullName: string; registeredAt: Date },
): Promise<boolean> {
  const { rowCount } = await database.query(
    `INSERT INTO identity.users (user_id, ledger_id, email, password_hash, full_name, currency, registered_at)
     VALUES ($1, $1, $2, $3, $4, $5, $6) ON CONFLICT (email) DO NOTHING`,
    [user.userId, user.email, user.passwordHash, user.fullName, DEFAULT_CURRENCY, user.registeredAt],
  );
  return rowCount === 1;
}

/** The changeable fields of a profile, with their columns. */
const CHANGEABLE = {
  fullName: 'full_name',
  bio: 'bio',
  avatarId: 'avatar_id',
  currency: 'currency',
  dateOfBirth: 'date_of_birth',
  dateOrder: 'date_order',
  weekStart: 'week_start',
  monthStart: 'month_start',
  yearStart: 'year_start',
  usesWordList: 'uses_word_list',
} as const;

/** The changeable fields of a profile with their values. */
export type StoredProfile = Pick<Identity, keyof typeof CHANGEABLE>;

/** The condition that user `u` has a profile, by parameters from `first` on, and these. */
export function hasProfile(profile: StoredProfile, first: number): { condition: string; values: unknown[] } {
  const keys = Object.keys(CHANGEABLE) as (keyof StoredProfile)[];
  const conditions = keys.map((key, index) => `u.${CHANGEABLE[key]} IS NOT DISTINCT FROM $${first + index}`);
  return { condition: conditions.join(' AND '), values: keys.map((key) => profile[key]) };
}

/**
 * Updates a user's profile and gives the result. Throws the problem session_required when the user was deleted.
 */
export async function changeUser(
  database: Database,
  userId: string,
  changes: Partial<StoredProfile>,
): Promise<Identity> {
  const keys = Object.keys(changes) as (keyof StoredProfile)[];
  const set = keys.map((key, index) => `${CHANGEABLE[key]} = $${index + 2}`).join(', ');
  const { rows } = await database.query<Identity>(
    `UPDATE identity.users u SET ${set} WHERE u.user_id = $1 AND u.deleted_at IS NULL
     RETURNING ${IDENTITY_COLUMNS}`,
    [userId, ...keys.map((key) => changes[key])],
  );
  const [changed] = rows;
  if (!changed) throw new ProblemError('session_required');
  return changed;
}

/** Finds a user and the password hash by email. Throws the problem user_not_found. */
export async function userByEmail(
  database: Database,
  email: string,
): Promise<{ identity: Identity; passwordHash: string }> {
  const { rows } = await queryPrepared<Identity & { passwordHash: string }>(
    database,
    `SELECT ${IDENTITY_COLUMNS}, u.password_hash AS "passwordHash"
      FROM identity.users u WHERE u.email = $1 AND u.deleted_at IS NULL`,
    [email],
  );
  const [row] = rows;
  if (!row) throw new ProblemError('user_not_found');
  const { passwordHash, ...identity } = row;
  return { identity, passwordHash };
}

/** Finds a user by id. Throws the problem session_required when the user was deleted. */
export async function userById(database: Database, userId: string): Promise<Identity> {
  const { rows } = await database.query<Identity>(
    `SELECT ${IDENTITY_COLUMNS} FROM identity.users u WHERE u.user_id = $1 AND u.deleted_at IS NULL`,
    [userId],
  );
  if (!rows[0]) throw new ProblemError('session_required');
  return rows[0];
}

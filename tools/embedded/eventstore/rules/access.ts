import { describedBy } from './names.ts';
import type { Acl } from './stream-metadata.ts';

/** An authenticated user. */
export type User = {
  readonly name: string;
  readonly isAdmin: boolean;
};

/** Operations that access control tells apart; a tombstone counts as a delete. */
export type Operation = 'read' | 'append' | 'delete';

/** The name under which all streams are read. */
export const ALL = '$all';
const EVERYBODY = '$all';
const ADMINS = '$admins';

/** The stream whose access control list applies: for a metadata stream, the stream it describes. */
export const aclStreamOf = (stream: string): string => describedBy(stream) ?? stream;

/**
 * Tells whether a user may do this with a stream. `acl` is the access control list in the metadata of
 * `aclStreamOf(stream)`. Without a list everybody may do everything with ordinary streams, and only administrators may
 * use system streams (`$…`) and `$all`.
 */
export function isAllowed(user: User, operation: Operation, stream: string, acl: Acl | undefined): boolean {
  const isMetastream = describedBy(stream) !== undefined;
  if (operation === 'delete' && isMetastream) return false;
  if (operation === 'append' && stream === ALL) return false;
  if (user.isAdmin) return true;
  const roles = acl?.[keyOf(operation, isMetastream)] ?? [aclStreamOf(stream).startsWith('$') ? ADMINS : EVERYBODY];
  return roles.includes(EVERYBODY) || roles.includes(user.name);
}

function keyOf(operation: Operation, isMetastream: boolean): keyof Acl {
  if (operation === 'delete') return '$d';
  if (operation === 'read') return isMetastream ? '$mr' : '$r';
  return isMetastream ? '$mw' : '$w';
}

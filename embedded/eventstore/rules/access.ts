import { describedBy } from './names.ts';
import type { Acl } from './stream-metadata.ts';

/** Somebody known to the server. */
export type User = {
  readonly name: string;
  readonly isAdmin: boolean;
};

/** What can be done with a stream; a tombstone is a deletion, too. */
export type Operation = 'read' | 'append' | 'delete';

/** All streams together, as a read names them. */
export const ALL = '$all';
const EVERYBODY = '$all';
const ADMINS = '$admins';

/** The stream whose access control list decides: a metadata stream is ruled by that of the stream it describes. */
export const aclStreamOf = (stream: string): string => describedBy(stream) ?? stream;

/**
 * Whether somebody may do this. Without a list everybody may do everything with ordinary streams, and only
 * administrators anything with system streams (`$…`), which `$all` is, too.
 * @param acl what the metadata of `aclStreamOf(stream)` says
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

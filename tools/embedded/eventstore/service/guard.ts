import { createHash, timingSafeEqual } from 'node:crypto';
import type { Call } from '../grpc/call.ts';
import { aclStreamOf, isAllowed, type Operation, type User } from '../rules/access.ts';
import type { StreamViews } from '../storage/stream-views.ts';
import { accessDenied, unauthenticated } from './failures.ts';

/** Decides who may do what. */
export type Guard = {
  /** Resolves if the caller may do this; undefined if everybody may. Rejects with the failure to answer with. */
  allow(call: Call, operation: Operation, stream: string): Promise<void> | undefined;
  /** Throws the failure to answer with where the caller is no administrator. */
  admin(call: Call): void;
  /** Whether an `Authorization` header is missing or has the credentials of a user. */
  acceptsCredentials(authorization: string | undefined): boolean;
};

/** Allows everything. */
export const openGuard: Guard = { allow: () => undefined, admin: () => {}, acceptsCredentials: () => true };

/** Carries out an action if the caller may; at once, in the same turn of the event loop, if everybody may. */
export function whenAllowed<Value>(
  guard: Guard,
  { call, operation, stream }: { call: Call; operation: Operation; stream: string },
  action: () => Promise<Value>,
): Promise<Value> {
  const allowed = guard.allow(call, operation, stream);
  return allowed ? allowed.then(action) : action();
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Authenticates callers by HTTP basic credentials, and applies the access control lists of the streams. `passwords` are
 * by user name; `admin` is the administrator.
 */
export function passwordGuard(passwords: ReadonlyMap<string, string>, streamViews: StreamViews): Guard {
  const digests = new Map([...passwords].map(([name, password]) => [name, digest(password)]));

  const userIn = (authorization: string): User | undefined => {
    const [, encoded = ''] = /^Basic (.+)$/i.exec(authorization) ?? [];
    const [, name = '', password = ''] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? [];
    const known = digests.get(name);
    if (!known || !timingSafeEqual(known, digest(password))) return undefined;
    return { name, isAdmin: name === 'admin' };
  };

  const userOf = ({ headers: { authorization } }: Call): User => {
    if (authorization === undefined) throw accessDenied();
    const user = userIn(authorization);
    if (!user) throw unauthenticated();
    return user;
  };

  return {
    allow: async (call, operation, stream) => {
      const acl = await streamViews.aclOf(aclStreamOf(stream));
      if (!isAllowed(userOf(call), operation, stream, acl)) throw accessDenied();
    },
    admin: (call) => {
      if (!userOf(call).isAdmin) throw accessDenied();
    },
    acceptsCredentials: (authorization) => authorization === undefined || userIn(authorization) !== undefined,
  };
}

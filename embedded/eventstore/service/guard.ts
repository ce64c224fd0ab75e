import { createHash, timingSafeEqual } from 'node:crypto';
import type { Call } from '../grpc/call.ts';
import { aclStreamOf, isAllowed, type Operation, type User } from '../rules/access.ts';
import type { StreamViews } from '../storage/stream-views.ts';
import { accessDenied, unauthenticated } from './failures.ts';

/** Says who may do what. */
export type Guard = {
  /** Resolves if the caller may do this, undefined if anybody may; rejects with the failure to be answered. */
  allow(call: Call, operation: Operation, stream: string): Promise<void> | undefined;
  /** @throws the failure to be answered to somebody who is no administrator */
  admin(call: Call): void;
  /** Whether somebody who says this of themselves, as HTTP's basic credentials, is known; nobody has to say anything. */
  acceptsCredentials(authorization: string | undefined): boolean;
};

/** Lets everybody do everything. */
export const openGuard: Guard = { allow: () => undefined, admin: () => {}, acceptsCredentials: () => true };

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Lets in those who say their name and password as HTTP's basic credentials, and no further than the access control
 * lists of the streams allow.
 * @param passwords by name; `admin` is the administrator
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

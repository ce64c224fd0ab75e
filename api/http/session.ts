import type { DateOrder } from '#ledger/model/constants.ts';

/** A user's profile. `dateOfBirth` is an ISO date. Money belongs to the ledger, which `ledgerId` refers to. */
export type Identity = {
  userId: string;
  ledgerId: string;
  email: string;
  fullName: string;
  bio: string | null;
  avatarId: string | null;
  currency: string;
  dateOfBirth: string | null;
  dateOrder: DateOrder | null;
  isDemo: boolean;
};

/**
 * The session of a request. `prolonged`: its expiry was just extended in the database, so the cookie must be renewed.
 */
export type Session = Identity & { token: string; prolonged: boolean };

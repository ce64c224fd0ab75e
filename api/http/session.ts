/** Who a user is; everything about money is in their ledger. `dateOfBirth` is an ISO date. */
export type Identity = {
  userId: string;
  email: string;
  fullName: string;
  bio: string | null;
  avatarId: string | null;
  currency: string;
  dateOfBirth: string | null;
  isDemo: boolean;
};

/** The session of a request. `prolonged` says that its last use was just stored, so that its cookie is to be renewed. */
export type Session = Identity & { token: string; prolonged: boolean };

/** A user's profile. All about money is known by the id of their ledger alone. `dateOfBirth` is an ISO date. */
export type Identity = {
  userId: string;
  ledgerId: string;
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

import type pg from 'pg';
import type { LedgerViews } from '#projections/ledger-views.ts';
import type { RevisionWaiters } from '#projections/wait-for-revision.ts';
import type { PremiumFor } from '../http/premium.ts';
import type { RequestLimits } from '../limits/limits.ts';
import type { OidcProvider } from './oidc-provider.ts';
import type { RelyingParty } from './passkeys.ts';
import type { PasswordRules } from './password-rules.ts';
import type { SecretKey } from './secret-key.ts';
import type { SessionCookie } from './session-cookie.ts';

/** The dependencies of users and sessions. */
export type IdentityServices = {
  database: pg.Pool;
  waiters: RevisionWaiters;
  views: LedgerViews;
  cookie: SessionCookie;
  limits: RequestLimits;
  premium: PremiumFor;
  passwordRules: PasswordRules;
  secretKey: SecretKey;
  /** Whether somebody may log in by a password, and register. */
  localLogin: boolean;
  /** Null without single sign-on. */
  oidc: OidcProvider | null;
  /** Null at an address that can't have passkeys. */
  party: RelyingParty | null;
  now(): Date;
};

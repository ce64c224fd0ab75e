import { BASE_PATH, OIDC_CALLBACK_PATH } from '#contract/addresses.ts';
import { transaction } from '#platform/postgres.ts';
import { tokenHash } from '#platform/secret-token.ts';
import type { AppRouter, Context } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import { changeFactors, requireWayIn, signInOf } from './factors.ts';
import { addUserOf, linkIdentity, unlinkIdentity, userOfIdentity } from './oidc-identities.ts';
import type { OidcChecks, OidcClaims, OidcProvider } from './oidc-provider.ts';
import { requireOwner } from './proof.ts';
import { noteSecurity } from './security-log.ts';
import type { IdentityServices } from './services.ts';
import { signedIn } from './signed-in.ts';
import { beginTicket, spendTicket, type Ticket, tryTicket } from './tickets.ts';
import { userById } from './users.ts';

/** Throws the problem not_found without a provider. */
function requireProvider({ oidc }: IdentityServices): OidcProvider {
  if (!oidc) throw new ProblemError('not_found');
  return oidc;
}

/** Registers the sign-in at a provider (OpenID Connect), which in a session links an identity (product 5.3). */
export function oidcRoutes(router: AppRouter, services: IdentityServices): void {
  const { database, cookie, limits, now } = services;

  registerRoute(router, 'startOidc', async ({ ctx, session }) => {
    const provider = requireProvider(services);
    if (session) requireOwner(session, now());
    await limits.takeOfAddress(ctx, 'login');
    const { url, checks } = await provider.begin();
    const own = { userId: session?.userId ?? null, sessionHash: session && tokenHash(session.token) };
    cookie.writeTicket(ctx, await beginTicket(database, 'oidc', { ...own, challenge: JSON.stringify(checks) }, now()));
    return { url };
  });

  // A browser comes from the provider: it is led on, whatever happens.
  router.register(BASE_PATH + OIDC_CALLBACK_PATH, ['GET'], async (ctx: Context) => {
    const provider = requireProvider(services);
    ctx.set('Cache-Control', 'no-store');
    ctx.status = 303;
    const ticket = cookie.readTicket(ctx);
    cookie.clearTicket(ctx);
    const begun = await usedTicket(services, ticket);
    if (!begun) return ctx.redirect(problemAddress(false, 'ticket_expired'));
    const isLink = begun.sessionHash !== null;
    try {
      const claims = await claimsOf(provider, ctx, begun);
      if (isLink) await link(services, ctx, begun, claims);
      else await signIn(services, ctx, claims);
      ctx.redirect(isLink ? '/account' : '/');
    } catch (refused) {
      if (!(refused instanceof ProblemError)) throw refused;
      ctx.redirect(problemAddress(isLink, refused.code));
    }
  });

  registerRoute(router, 'unlinkOidc', async ({ ctx, session }) => {
    requireProvider(services);
    requireOwner(session, now());
    const { userId } = session;
    await changeFactors(database, session, async (client) => {
      await unlinkIdentity(client, userId);
      requireWayIn(services, await signInOf(client, userId));
    });
    await noteSecurity(database, ctx, now(), { userId, kind: 'oidc-unlinked' });
    return {};
  });
}

const problemAddress = (isLink: boolean, code: string) => `${isLink ? '/account' : '/login'}?problem=${code}`;

/** The begun sign-in of a cookie, which counts once; null if there is none. */
async function usedTicket({ database, now }: IdentityServices, ticket: string | null): Promise<Ticket | null> {
  if (ticket === null) return null;
  const begun = await tryTicket(database, 'oidc', ticket, now()).catch(() => null);
  return begun && (await spendTicket(database, ticket)) ? begun : null;
}

/** The person of the provider's answer. Throws the problem oidc_refused where it is not right. */
async function claimsOf(provider: OidcProvider, ctx: Context, { challenge }: Ticket): Promise<OidcClaims> {
  const checks = JSON.parse(challenge ?? '{}') as OidcChecks;
  return await provider.claims(ctx.search, checks).catch((failure: unknown) => {
    ctx.state.log.warn({ err: failure }, 'the answer of the identity provider was refused');
    throw new ProblemError('oidc_refused');
  });
}

/** Links an identity to the user of the session that began it. Throws the problem session_required without it. */
async function link(services: IdentityServices, ctx: Context, begun: Ticket, { subject }: OidcClaims): Promise<void> {
  const { database, now } = services;
  const { session } = ctx.state;
  if (!session || begun.sessionHash?.equals(tokenHash(session.token)) !== true)
    throw new ProblemError('session_required');
  const { userId } = session;
  const issuer = requireProvider(services).settings.issuer.href;
  await changeFactors(database, session, (client) => linkIdentity(client, userId, { issuer, subject }, now()));
  await noteSecurity(database, ctx, now(), { userId, kind: 'oidc-linked' });
}

/** Signs the user of an identity in, who is added where there is none and the settings allow it. */
async function signIn(services: IdentityServices, ctx: Context, claims: OidcClaims): Promise<void> {
  const { database, now } = services;
  const { settings } = requireProvider(services);
  const known = await userOfIdentity(database, { issuer: settings.issuer.href, subject: claims.subject });
  const userId = known ?? (await transaction(database, (client) => addUserOf(client, settings, claims, now())));
  const { hasPassword, passkeys } = await signInOf(database, userId);
  const user = await signedIn(services, ctx, ctx.state.session, {
    identity: await userById(database, userId),
    verifiedHash: null,
    ticket: null,
    // Who can prove it otherwise has to.
    isProof: !hasPassword && passkeys.length === 0,
  });
  if (!user) throw new ProblemError('oidc_refused');
}

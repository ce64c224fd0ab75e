import type { Configuration } from 'openid-client';
import { newToken } from '#platform/secret-token.ts';
import { SettingsError } from '#platform/settings.ts';
import { LOOPBACK } from '../http/origin.ts';
import { ProblemError } from '../http/problem-error.ts';

/** The provider of single sign-on: its issuer, this client of it, and who may become a user by it (product 5.3). */
export type OidcSettings = {
  issuer: URL;
  clientId: string;
  clientSecret: string;
  /** The name on the button. */
  name: string;
  /** Whole addresses and the parts of addresses behind `@`, in small letters. */
  allowed: readonly string[];
};

/** The parts of a sign-in that its answer has to fit: random texts in base64url. */
export type OidcChecks = { state: string; nonce: string; verifier: string };

/** A person as the provider knows them; `email` only where the provider says that it has verified the address. */
export type OidcClaims = { subject: string; email: string | null; name: string | null };

/** A request to the provider is given up after this. */
const TIMEOUT_S = 10;
const SCOPE = 'openid email profile';

/**
 * Reads OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ALLOWED (addresses or domains with commas between them)
 * and OIDC_NAME, which is the issuer's host unless set. Gives null without an issuer. Throws SettingsError.
 */
export function oidcSettings(env: NodeJS.ProcessEnv): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (!issuer) return null;
  if (!URL.canParse(issuer)) throw new SettingsError(`OIDC_ISSUER is '${issuer}', but has to be an address.`);
  if (!clientId || !clientSecret) throw new SettingsError('OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.');
  const url = new URL(issuer);
  const isLoopback = LOOPBACK.includes(url.hostname);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback)) {
    throw new SettingsError(`OIDC_ISSUER is '${issuer}', but has to begin with https:// unless it is on this machine.`);
  }
  const allowed = (env.OIDC_ALLOWED ?? '').split(',').map((one) => one.trim().toLowerCase());
  return {
    issuer: url,
    clientId,
    clientSecret,
    name: env.OIDC_NAME || url.host,
    allowed: allowed.filter((one) => one !== ''),
  };
}

/** Reads LOCAL_LOGIN (`off`, or unset). Throws SettingsError for others. */
export function isLocalLoginOn({ LOCAL_LOGIN: setting }: NodeJS.ProcessEnv): boolean {
  if (setting && setting !== 'off') throw new SettingsError("LOCAL_LOGIN has to be 'off', or unset.");
  return !setting;
}

/** Whether the settings let somebody with a verified address become a user. */
export function isAllowed({ allowed }: Pick<OidcSettings, 'allowed'>, email: string): boolean {
  return allowed.includes(email) || allowed.includes(email.slice(email.lastIndexOf('@') + 1));
}

/** The client of a provider, which it asks for its addresses and keys at the first sign-in. */
export class OidcProvider {
  readonly settings: OidcSettings;
  readonly #callback: string;
  #discovered: Promise<Configuration> | undefined;

  /** Takes the address to which the provider leads back. */
  constructor(settings: OidcSettings, callback: string) {
    this.settings = settings;
    this.#callback = callback;
  }

  /**
   * The address at which somebody signs in at the provider, and its checks. Throws the problem unavailable where the
   * provider doesn't answer.
   */
  async begin(): Promise<{ url: string; checks: OidcChecks }> {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
    const config = await this.#configuration().catch(() => {
      throw new ProblemError('unavailable');
    });
    const [state, nonce, verifier] = [newToken(), newToken(), newToken()];
    const url = buildAuthorizationUrl(config, {
      redirect_uri: this.#callback,
      scope: SCOPE,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, checks: { state, nonce, verifier } };
  }

  /**
   * Gives the person of an answer. `query` is the query of the address that the provider led to, with its question
   * mark. Throws if the state or the code is wrong, or the ID token's issuer, audience, nonce, time or signature.
   */
  async claims(query: string, { state, nonce, verifier }: OidcChecks): Promise<OidcClaims> {
    const { authorizationCodeGrant, fetchUserInfo } = await library();
    const config = await this.#configuration();
    const tokens = await authorizationCodeGrant(config, new URL(this.#callback + query), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const said = tokens.claims();
    if (!said) throw new Error('The provider sent no ID token.');
    const asked = said.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined;
    const {
      email,
      email_verified: isVerified,
      name,
    } = asked ? await fetchUserInfo(config, tokens.access_token, said.sub) : said;
    return {
      subject: said.sub,
      email: typeof email === 'string' && isVerified === true ? email : null,
      name: typeof name === 'string' ? name : null,
    };
  }

  async #configuration(): Promise<Configuration> {
    this.#discovered ??= this.#discover().catch((failure: unknown) => {
      this.#discovered = undefined;
      throw failure;
    });
    return await this.#discovered;
  }

  async #discover(): Promise<Configuration> {
    const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await library();
    const { issuer, clientId, clientSecret } = this.settings;
    return await discovery(issuer, clientId, clientSecret, undefined, {
      timeout: TIMEOUT_S,
      execute: [
        // Else an ID token that comes straight from the provider counts with any signature.
        enableNonRepudiationChecks,
        ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : []),
      ],
    });
  }
}

/** The library is needed by few requests. */
const library = () => import('openid-client');

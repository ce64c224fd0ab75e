import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The person who signs in at the provider. */
export type ProviderPerson = { sub: string; email?: string; email_verified?: unknown; name?: string };

/** The lies of a provider about its ID tokens, and faults of its own. */
export type ProviderLies = {
  issuer?: string;
  audience?: string;
  nonce?: string;
  /** Signs with a key that it doesn't name. */
  foreignKey?: boolean;
  /** Signs nothing. */
  unsigned?: boolean;
  /** The end of its ID tokens lies so far back. */
  expiredS?: number;
  noIdToken?: boolean;
  /** Answers with the state of another sign-in. */
  state?: string;
  /** Refuses the person. */
  error?: string;
  /** Tells the address by the userinfo alone. */
  emailByUserInfo?: boolean;
  /** Fails at all addresses. */
  isDown?: boolean;
};

type Begun = { challenge: string; nonce: string; person: ProviderPerson };

const json = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * An identity provider on loopback (OpenID Connect, authorization code with PKCE), which can lie. A browser that comes
 * to it is signed in at once.
 */
export class IdentityProvider {
  person: ProviderPerson = { sub: 'clara' };
  lies: ProviderLies = {};
  readonly clientId = 'daybook';
  readonly clientSecret = 'a secret of two';
  #server!: Server;
  readonly #own = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
  readonly #codes = new Map<string, Begun>();
  readonly #tokens = new Map<string, ProviderPerson>();

  static async open(): Promise<IdentityProvider> {
    const provider = new IdentityProvider();
    provider.#server = createServer(async (request, response) => {
      if (request.url?.startsWith('/authorize?') && !provider.lies.isDown) {
        const url = `${provider.issuer}${request.url}`;
        const back = new URL(url).searchParams.get('redirect_uri') ?? '';
        return response.writeHead(303, { Location: `${back}${provider.signIn(url)}` }).end();
      }
      const answer = provider.lies.isDown ? null : await provider.#answer(request);
      response.writeHead(answer ? 200 : 500, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer ?? {}));
    });
    await new Promise<void>((resolve) => provider.#server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Signs the person in at the address to which a browser was sent. Gives the query of the way back. */
  signIn(url: string): string {
    const { searchParams } = new URL(url);
    const state = this.lies.state ?? searchParams.get('state') ?? '';
    if (this.lies.error) return `?${new URLSearchParams({ error: this.lies.error, state, iss: this.issuer })}`;
    const code = randomBytes(16).toString('hex');
    this.#codes.set(code, {
      challenge: searchParams.get('code_challenge') ?? '',
      nonce: searchParams.get('nonce') ?? '',
      person: this.person,
    });
    return `?${new URLSearchParams({ code, state, iss: this.issuer })}`;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(request: IncomingMessage): Promise<object | null> {
    const { issuer } = this;
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: `${issuer}/userinfo`,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          authorization_response_iss_parameter_supported: true,
        };
      case '/keys':
        return { keys: [{ ...this.#own.publicKey.export({ format: 'jwk' }), kid: 'own', alg: 'RS256', use: 'sig' }] };
      case '/token':
        return await this.#token(request);
      case '/userinfo':
        return this.#tokens.get((request.headers.authorization ?? '').slice('Bearer '.length)) ?? null;
      default:
        return null;
    }
  }

  /** A code counts once, with the verifier of its challenge and the secret of the client. */
  async #token(request: IncomingMessage): Promise<object | null> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const form = new URLSearchParams(Buffer.concat(pieces).toString());
    const begun = this.#codes.get(form.get('code') ?? '');
    this.#codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!begun || begun.challenge !== challenge || form.get('client_secret') !== this.clientSecret) return null;
    const accessToken = randomBytes(16).toString('hex');
    this.#tokens.set(accessToken, begun.person);
    const { sub, ...told } = begun.person;
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: this.lies.issuer ?? this.issuer,
      aud: this.lies.audience ?? this.clientId,
      sub,
      iat: now,
      exp: now + 300 - (this.lies.expiredS ?? 0),
      nonce: this.lies.nonce ?? begun.nonce,
      ...(!this.lies.emailByUserInfo && told),
    };
    const answer = { access_token: accessToken, token_type: 'Bearer', expires_in: 300 };
    return this.lies.noIdToken ? answer : { ...answer, id_token: this.#signed(claims) };
  }

  #signed(claims: object): string {
    const { foreignKey, unsigned } = this.lies;
    const text = `${json({ alg: unsigned ? 'none' : 'RS256', kid: 'own', typ: 'JWT' })}.${json(claims)}`;
    if (unsigned) return `${text}.`;
    const key: KeyObject = (foreignKey ? this.#foreign : this.#own).privateKey;
    return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
  }
}

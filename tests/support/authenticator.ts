import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/** The JSON of Web Authentication that a browser gives to a page. */
export type CredentialJson = { id: string; rawId: string; type: 'public-key'; response: Record<string, string> } & {
  clientExtensionResults: Record<string, never>;
};

type Options = { challenge: string; rp?: { id?: string }; rpId?: string; user?: { id: string } };
/** Lies that an authenticator, or the page that asks it, can tell. */
export type Lies = Partial<{
  origin: string;
  partyId: string;
  challenge: string;
  counter: number;
  isUnverified: boolean;
  userHandle: string;
  signature: Buffer;
}>;

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;
const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** An authenticator in software with one key on the curve P-256, which signs as its user wants, or lies. */
export class Authenticator {
  readonly #origin: string;
  readonly #publicKey: KeyObject;
  readonly #privateKey: KeyObject;
  readonly id: Buffer = randomBytes(32);
  #userHandle = '';
  #counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#publicKey = publicKey;
    this.#privateKey = privateKey;
  }

  /** Makes its credential for the options of a registration. */
  create(options: Options, lies: Lies = {}): CredentialJson {
    this.#userHandle = options.user?.id ?? '';
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    const key = Buffer.concat([
      // A map of five: key type EC2, algorithm ES256, curve P-256, and the two coordinates.
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
      Buffer.from(x, 'base64url'),
      Buffer.from([0x22, 0x58, 0x20]),
      Buffer.from(y, 'base64url'),
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const data = Buffer.concat([
      this.#authenticatorData(options, lies, HAS_CREDENTIAL),
      Buffer.alloc(16),
      length,
      this.id,
      key,
    ]);
    const dataLength = Buffer.alloc(2);
    dataLength.writeUInt16BE(data.length);
    // A map of three: the format 'none', an empty statement, and the data.
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      Buffer.from([0x63]),
      Buffer.from('fmt'),
      Buffer.from([0x64]),
      Buffer.from('none'),
      Buffer.from([0x67]),
      Buffer.from('attStmt'),
      Buffer.from([0xa0]),
      Buffer.from([0x68]),
      Buffer.from('authData'),
      Buffer.from([0x59]),
      dataLength,
      data,
    ]);
    return this.#json({
      clientDataJSON: base64url(this.#clientData('webauthn.create', options, lies)),
      attestationObject: base64url(attestation),
    });
  }

  /** Signs the challenge of the options of a login. */
  get(options: Options, lies: Lies = {}): CredentialJson {
    const data = this.#authenticatorData(options, lies, 0);
    const clientData = this.#clientData('webauthn.get', options, lies);
    const signature = createSign('sha256')
      .update(Buffer.concat([data, sha256(clientData)]))
      .sign(this.#privateKey);
    return this.#json({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(data),
      signature: base64url(lies.signature ?? signature),
      userHandle: lies.userHandle ?? this.#userHandle,
    });
  }

  #json(response: Record<string, string>): CredentialJson {
    const id = base64url(this.id);
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }

  #clientData(type: string, { challenge }: Options, lies: Lies): string {
    return JSON.stringify({ type, challenge: lies.challenge ?? challenge, origin: lies.origin ?? this.#origin });
  }

  #authenticatorData({ rp, rpId }: Options, lies: Lies, flags: number): Buffer {
    this.#counter += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lies.counter ?? this.#counter);
    const verified = lies.isUnverified ? 0 : VERIFIED;
    const partyId = lies.partyId ?? rp?.id ?? rpId ?? '';
    return Buffer.concat([sha256(partyId), Buffer.from([PRESENT | verified | flags]), counter]);
  }
}

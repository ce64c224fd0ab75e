import { z } from 'zod';
import { addresses } from './addresses.ts';
import { type Call, nothing } from './call.ts';
import { idField, line, password, storableField } from './fields.ts';
import { ACCESS_NAME_MAX, CREDENTIAL_TEXT_MAX, TICKET_MAX, TOTP_TEXT_MAX } from './limits.ts';
import { messages } from './messages.ts';
import { user } from './user.ts';

const ticket = storableField(TICKET_MAX, messages.wrongType).min(1, messages.required);
const code = storableField(TOTP_TEXT_MAX, messages.codeIncorrect).min(1, messages.codeRequired);

/** The answer of an authenticator, as browsers give it in JSON (Web Authentication, level 3). */
const credential = z.looseObject({
  id: storableField(CREDENTIAL_TEXT_MAX, messages.wrongType).min(1, messages.required),
  response: z.looseObject({}, { error: messages.required }),
});

const passkeyName = line(messages.nameRequired, ACCESS_NAME_MAX, messages.nameOfAccessTooLong);

/** The fields by which a second factor is proved. */
export const SECOND_FACTORS = ['totp', 'recoveryCode', 'assertion'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];

/** Body of second-factor: the ticket of a login, and exactly one proof. */
export const secondFactorInput = z
  .strictObject({ ticket, totp: code.optional(), recoveryCode: code.optional(), assertion: credential.optional() })
  .refine((input) => SECOND_FACTORS.filter((name) => input[name] !== undefined).length === 1, {
    error: messages.oneProof,
    path: ['totp'],
  });

/** Body of prove: the password, or the assertion of a passkey with the ticket of its options. */
export const proveInput = z
  .strictObject({ password: password.optional(), ticket: ticket.optional(), assertion: credential.optional() })
  .refine(
    ({ password, ticket, assertion }) =>
      password === undefined ? ticket !== undefined && assertion !== undefined : !ticket && !assertion,
    { error: messages.passwordRequired, path: ['password'] },
  );

/** Options of a ceremony with an authenticator, as browsers take them in JSON. */
const ceremonyOptions = z.looseObject({ challenge: z.string() });

/** A passkey: its name, and when (an instant) and from where it was used last. */
const passkey = z.object({
  _id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  lastAddress: z.string().nullable(),
});
export type Passkey = z.infer<typeof passkey>;

const recoveryCodes = z.array(z.string());

/** `data` of a login whose user has a second factor: nothing else is told before it is proved. */
export const secondFactorAsked = z.object({
  secondFactor: z.object({
    methods: z.array(z.enum(SECOND_FACTORS)),
    ticket: z.string(),
    options: ceremonyOptions.optional(),
  }),
});
export type SecondFactorAsked = z.infer<typeof secondFactorAsked>['secondFactor'];

const signIn = z.object({
  hasPassword: z.boolean(),
  totp: z.object({ since: z.string() }).nullable(),
  recoveryCodesLeft: z.int(),
  passkeys: z.array(passkey),
  oidc: z.object({ issuer: z.string() }).nullable(),
});
export type SignIn = z.infer<typeof signIn>;

/** The kinds of security events: a refused one names a proof that was wrong. */
export const SECURITY_EVENTS = [
  'login',
  'login-refused',
  'code-refused',
  'proof-refused',
  'password-changed',
  'code-generator-added',
  'code-generator-removed',
  'passkey-added',
  'passkey-removed',
  'token-made',
  'token-revoked',
  'webhook-added',
  'webhook-removed',
  'webhook-off',
  'oidc-linked',
  'oidc-unlinked',
  'recovery-code-used',
  'recovery-codes-made',
  'sessions-ended',
  'sign-in-reset',
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENTS)[number];

/** A security event: its instant, its IP address and browser, and the name of the passkey that it is about. */
const securityEvent = z.object({
  _id: z.string(),
  at: z.string(),
  kind: z.enum(SECURITY_EVENTS),
  address: z.string().nullable(),
  agent: z.string().nullable(),
  name: z.string().nullable(),
});
export type SecurityEvent = z.infer<typeof securityEvent>;

/** The calls of /users by which somebody signs in, and proves it. */
export const signInCalls = {
  getWaysIn: {
    ...addresses.getWaysIn,
    kind: 'query',
    summary: 'Returns by which ways somebody can log in here.',
    session: false,
    data: z.object({
      password: z.boolean(),
      passkey: z.boolean(),
      oidc: z.union([z.literal(false), z.object({ name: z.string() })]),
    }),
    problems: [],
  },
  getSignIn: {
    ...addresses.getSignIn,
    kind: 'query',
    summary: 'Returns the ways in of the user: password, code generator, recovery codes that are left, and passkeys.',
    session: true,
    data: signIn,
    problems: [],
  },
  getSecurityLog: {
    ...addresses.getSecurityLog,
    kind: 'query',
    summary: 'Returns the newest 200 security events of the user of 180 days; none of the demo user.',
    session: true,
    data: z.object({ events: z.array(securityEvent) }),
    problems: [],
  },
  secondFactor: {
    ...addresses.secondFactor,
    kind: 'action',
    summary: 'Completes a login by its ticket and one proof: a code, a recovery code, or the assertion of a passkey.',
    session: false,
    body: secondFactorInput,
    data: user,
    problems: ['incorrect_code', 'ticket_expired', 'too_many_requests'],
  },
  startTotp: {
    ...addresses.startTotp,
    kind: 'action',
    summary: 'Makes the secret of a code generator, which counts from `confirm-totp` on.',
    session: true,
    data: z.object({ secret: z.string(), uri: z.string(), qr: z.string() }),
    problems: ['not_for_demo', 'proof_required'],
  },
  confirmTotp: {
    ...addresses.confirmTotp,
    kind: 'action',
    summary: 'Takes a code generator into force by one of its codes, and ends all other sessions.',
    session: true,
    body: z.strictObject({ totp: code }),
    data: z.object({ recoveryCodes: recoveryCodes.optional() }),
    problems: ['not_for_demo', 'too_many_requests'],
  },
  removeTotp: {
    ...addresses.removeTotp,
    kind: 'action',
    summary: 'Takes the code generator away, and ends all other sessions.',
    session: true,
    data: nothing,
    problems: ['not_for_demo', 'proof_required'],
  },
  makeRecoveryCodes: {
    ...addresses.makeRecoveryCodes,
    kind: 'action',
    summary: 'Makes ten recovery codes in place of those before.',
    session: true,
    data: z.object({ recoveryCodes }),
    problems: ['not_for_demo', 'proof_required', 'no_second_factor'],
  },
  passkeyOptions: {
    ...addresses.passkeyOptions,
    kind: 'action',
    summary: 'Returns the options by which a browser makes a passkey.',
    session: true,
    data: z.object({ options: ceremonyOptions }),
    problems: ['not_for_demo', 'proof_required', 'passkeys_unavailable', 'too_many_passkeys'],
  },
  addPasskey: {
    ...addresses.addPasskey,
    kind: 'action',
    summary: 'Adds a passkey that a browser has made, and ends all other sessions.',
    session: true,
    body: z.strictObject({ name: passkeyName, response: credential }),
    data: z.object({ passkey, recoveryCodes: recoveryCodes.optional() }),
    problems: ['not_for_demo', 'proof_required', 'passkeys_unavailable', 'passkey_known', 'too_many_passkeys'],
  },
  renamePasskey: {
    ...addresses.renamePasskey,
    kind: 'action',
    summary: 'Gives a passkey another name.',
    session: true,
    body: z.strictObject({ passkeyId: idField, name: passkeyName }),
    data: nothing,
    problems: ['not_for_demo', 'passkey_not_found'],
  },
  removePasskey: {
    ...addresses.removePasskey,
    kind: 'action',
    summary: 'Removes a passkey, and ends all other sessions.',
    session: true,
    body: z.strictObject({ passkeyId: idField }),
    data: nothing,
    problems: ['not_for_demo', 'proof_required', 'passkey_not_found', 'last_way_in'],
  },
  passkeyLoginOptions: {
    ...addresses.passkeyLoginOptions,
    kind: 'action',
    summary: 'Returns the options by which a browser logs in by a passkey alone, and their ticket.',
    session: false,
    data: z.object({ options: ceremonyOptions, ticket: z.string() }),
    problems: ['passkeys_unavailable', 'too_many_requests'],
  },
  passkeyLogin: {
    ...addresses.passkeyLogin,
    kind: 'action',
    summary: 'Starts a session by a passkey alone.',
    session: false,
    body: z.strictObject({ ticket, assertion: credential }),
    data: user,
    problems: ['passkey_refused', 'passkeys_unavailable', 'too_many_requests'],
  },
  startOidc: {
    ...addresses.startOidc,
    kind: 'action',
    summary: 'Returns the address at which somebody signs in at the identity provider; in a session, links that.',
    session: false,
    data: z.object({ url: z.string() }),
    problems: ['not_for_demo', 'proof_required', 'not_found', 'too_many_requests'],
  },
  unlinkOidc: {
    ...addresses.unlinkOidc,
    kind: 'action',
    summary: 'Takes the link to the identity provider away, and ends all other sessions.',
    session: true,
    data: nothing,
    problems: ['not_for_demo', 'proof_required', 'not_found', 'last_way_in'],
  },
  proveOptions: {
    ...addresses.proveOptions,
    kind: 'action',
    summary: 'Returns the options by which a passkey proves that it is still the user.',
    session: true,
    data: z.object({ options: ceremonyOptions, ticket: z.string() }),
    problems: ['passkeys_unavailable'],
  },
  prove: {
    ...addresses.prove,
    kind: 'action',
    summary: 'Proves by password or passkey that it is still the user. It counts for ten minutes in this session.',
    session: true,
    body: proveInput,
    data: z.object({ proofUntil: z.string() }),
    problems: ['too_many_requests'],
  },
} as const satisfies Partial<Record<keyof typeof addresses, Call>>;

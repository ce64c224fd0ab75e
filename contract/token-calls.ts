import { z } from 'zod';
import { addresses } from './addresses.ts';
import { type Call, nothing } from './call.ts';
import { idField, line, smallAmount } from './fields.ts';
import { ACCESS_NAME_MAX, TOKEN_ACCOUNTS_MAX, TOKEN_DAYS_MAX } from './limits.ts';
import { messages } from './messages.ts';
import { SCOPES } from './scopes.ts';

/** An instant with its zone, `2027-01-01T00:00:00Z`. */
const instantField = z.iso.datetime({ offset: true, error: messages.endNoInstant });

/**
 * The limits of a token that writes: the largest `amount` of an entry or a schedule in whole units, and the most `days`
 * between today and the date of an entry, before and after a change.
 */
const tokenLimits = z
  .strictObject(
    {
      amount: smallAmount.optional(),
      days: z
        .int({ error: messages.daysOfToken })
        .min(0, messages.daysOfToken)
        .max(TOKEN_DAYS_MAX, messages.daysOfToken)
        .optional(),
    },
    { error: messages.wrongType },
  )
  .refine(({ amount, days }) => amount !== undefined || days !== undefined, messages.limitRequired);

/** Body of tokens/create. The API refuses an end that is past, because only it knows the time. */
const tokenInput = z.strictObject({
  name: line(messages.nameRequired, ACCESS_NAME_MAX, messages.nameOfAccessTooLong),
  scope: z.enum(SCOPES, { error: messages.tokenScope }),
  expiresAt: instantField.optional(),
  accounts: z
    .array(idField)
    .min(1, messages.accountsRequired)
    .max(TOKEN_ACCOUNTS_MAX, messages.accountsRequired)
    .optional(),
  limits: tokenLimits.optional(),
});

/**
 * A token of a user: its end, the ids of the accounts that it sees (null for all), its limits, its last use and the IP
 * address of that, each null if there is none.
 */
const token = z.object({
  _id: z.string(),
  name: z.string(),
  scope: z.enum(SCOPES),
  expiresAt: z.string().nullable(),
  accounts: z.array(z.string()).nullable(),
  limits: z.object({ amount: z.number().optional(), days: z.int().optional() }).nullable(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  lastAddress: z.string().nullable(),
});
export type Token = z.infer<typeof token>;
export type TokenLimits = NonNullable<Token['limits']>;

/** The calls of /tokens, by which a user lets programs in. */
export const tokenCalls = {
  createToken: {
    ...addresses.createToken,
    kind: 'action',
    summary: 'Makes a token for a program, which is shown this once.',
    session: true,
    body: tokenInput,
    data: z.object({ token: z.string(), tokenId: z.string() }),
    problems: ['not_for_demo', 'proof_required', 'token_name_taken', 'too_many_tokens', 'account_not_found'],
  },
  getTokens: {
    ...addresses.getTokens,
    kind: 'query',
    summary: 'Returns the tokens of the user that are not revoked, the oldest first.',
    session: true,
    data: z.object({ tokens: z.array(token) }),
    problems: [],
  },
  revokeToken: {
    ...addresses.revokeToken,
    kind: 'action',
    summary: 'Revokes a token at once.',
    session: true,
    body: z.strictObject({ tokenId: idField }),
    data: nothing,
    problems: ['token_not_found'],
  },
} as const satisfies Partial<Record<keyof typeof addresses, Call>>;

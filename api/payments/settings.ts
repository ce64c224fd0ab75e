import { SettingsError } from '#platform/settings.ts';

/** The settings of Stripe. `priceId` null means 9.99 USD, `apiBase` null means Stripe's own API. */
export type PaymentSettings = {
  secretKey: string;
  webhookSecret: string;
  priceId: string | null;
  apiBase: URL | null;
};

/**
 * Reads STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_ID and STRIPE_API_BASE; an empty one counts as unset.
 * Gives null without the first two: payments are then unavailable. Throws SettingsError when only one of those two is
 * set, or the URL is invalid.
 */
export function paymentSettings(env: NodeJS.ProcessEnv): PaymentSettings | null {
  const secretKey = env.STRIPE_SECRET_KEY || null;
  const webhookSecret = env.STRIPE_WEBHOOK_SECRET || null;
  if (!secretKey && !webhookSecret) return null;
  if (!secretKey || !webhookSecret) {
    const absent = secretKey ? 'STRIPE_WEBHOOK_SECRET' : 'STRIPE_SECRET_KEY';
    throw new SettingsError(
      `${absent} is not set: STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are set both or neither.`,
    );
  }
  return { secretKey, webhookSecret, priceId: env.STRIPE_PRICE_ID || null, apiBase: baseUrl(env.STRIPE_API_BASE) };
}

function baseUrl(text: string | undefined): URL | null {
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/') {
    throw new SettingsError('STRIPE_API_BASE has to look like http://127.0.0.1:12111.');
  }
  return url;
}

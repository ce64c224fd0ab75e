import { StripeFailure } from './failure.ts';

/** Checks that a request has the secret key, as bearer token or as user name. Throws a StripeFailure (401). */
export function checkKey(authorization: string, key: string): void {
  const given = givenKey(authorization);
  if (given === '') {
    throw new StripeFailure(
      401,
      'You did not provide an API key. ' +
        'You need to provide your API key in the Authorization header, using Bearer auth ' +
        "(e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (given !== key) throw new StripeFailure(401, `Invalid API Key provided: ${masked(given)}`);
}

function givenKey(authorization: string): string {
  const [, scheme = '', value = ''] = /^(\S+)\s+(\S+)$/.exec(authorization) ?? [];
  if (scheme.toLowerCase() === 'bearer') return value;
  if (scheme.toLowerCase() !== 'basic') return '';
  return Buffer.from(value, 'base64').toString('utf8').split(':')[0] ?? '';
}

const masked = (key: string) => `${key.slice(0, 8)}${'*'.repeat(Math.max(0, key.length - 12))}${key.slice(-4)}`;

/** A setting is missing or invalid; the message names it and the fix. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** The URLs of Postgres and of the event store. */
export type StoreUrls = { databaseUrl: string; eventStoreUrl: string };

/** Reads `DATABASE_URL` and `EVENTSTORE_URL`. Throws SettingsError when one is missing or invalid. */
export function storeUrls(env: NodeJS.ProcessEnv): StoreUrls {
  return {
    databaseUrl: url(env, 'DATABASE_URL', ['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/daybook'),
    eventStoreUrl: url(
      env,
      'EVENTSTORE_URL',
      ['esdb:', 'esdb+discover:', 'kurrentdb:', 'kurrentdb+discover:'],
      'esdb://host:2113?tls=false',
    ),
  };
}

/**
 * Reads a whole number from `min` to `max`, `fallback` when it is unset or empty. Throws SettingsError when it is
 * invalid.
 */
export function wholeNumber(env: NodeJS.ProcessEnv, name: string, fallback: number, min = 0, max = 65_535): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new SettingsError(`${name} is '${text}', but has to be a whole number from ${min} to ${max}.`);
  }
  return value;
}

function url(env: NodeJS.ProcessEnv, name: string, schemes: readonly string[], example: string): string {
  const text = env[name];
  if (!text) throw new SettingsError(`${name} is not set: give the address, like ${example}, or use 'npm start'.`);
  if (!schemes.some((scheme) => text.startsWith(`${scheme}//`))) {
    throw new SettingsError(`${name} has to look like ${example}.`);
  }
  return text;
}

/** A setting that is missing or can't be understood: its message says which and what to do. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** The two stores a program works with: `DATABASE_URL` and `EVENTSTORE_URL`. */
export type StoreUrls = { databaseUrl: string; eventStoreUrl: string };

/** Takes the environment and gives the addresses of both stores. Throws SettingsError where one is missing or odd. */
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

/** Takes the environment and gives a whole number from it, or the default. Throws SettingsError where it is none. */
export function wholeNumber(env: NodeJS.ProcessEnv, name: string, otherwise: number, least = 0, most = 65_535): number {
  const text = env[name];
  if (text === undefined || text === '') return otherwise;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new SettingsError(`${name} is '${text}', but has to be a whole number from ${least} to ${most}.`);
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

import { wholeNumber } from '#platform/settings.ts';

/** The quota of one user's stored images, in bytes. */
export type ImageQuota = { userBytes: number; demoBytes: number };

const MEGABYTE = 1024 * 1024;
const MEGABYTES_MAX = 1_000_000;

/**
 * Reads the quotas from STORED_IMAGES_MB (500) and DEMO_STORED_IMAGES_MB (20, for the shared demo user). Throws
 * SettingsError when one is no whole number.
 */
export function imageQuotaOf(env: NodeJS.ProcessEnv): ImageQuota {
  return {
    userBytes: wholeNumber(env, 'STORED_IMAGES_MB', 500, 0, MEGABYTES_MAX) * MEGABYTE,
    demoBytes: wholeNumber(env, 'DEMO_STORED_IMAGES_MB', 20, 0, MEGABYTES_MAX) * MEGABYTE,
  };
}

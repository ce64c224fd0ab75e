import { wholeNumber } from '../../platform/settings.ts';

/** How much the images of one user may take up, in bytes as they are stored. */
export type ImageQuota = { userBytes: number; demoBytes: number };

const MEGABYTE = 1024 * 1024;
const MEGABYTES_MAX = 1_000_000;

/**
 * Takes the environment and gives the quota by STORED_IMAGES_MB (500) and, for the demo user, whom everybody can log in
 * as, DEMO_STORED_IMAGES_MB (20). Throws SettingsError where one is no whole number.
 */
export function imageQuotaOf(env: NodeJS.ProcessEnv): ImageQuota {
  return {
    userBytes: wholeNumber(env, 'STORED_IMAGES_MB', 500, 0, MEGABYTES_MAX) * MEGABYTE,
    demoBytes: wholeNumber(env, 'DEMO_STORED_IMAGES_MB', 20, 0, MEGABYTES_MAX) * MEGABYTE,
  };
}

import type pg from 'pg';
import type { CommandServices } from './commands/command-services.ts';
import type { ImageServices } from './files/store-upload.ts';
import type { IdentityServices } from './identity/services.ts';
import type { ImportReader } from './imports/reader.ts';
import type { Payments } from './payments/payments.ts';
import type { SearchServices } from './search/search.ts';
import type { WebhookSetting } from './webhooks/routes.ts';

/** The dependencies of all routes. Each folder declares its own part. */
export type Services = CommandServices &
  ImageServices &
  IdentityServices &
  SearchServices &
  WebhookSetting & {
    importReader: ImportReader;
    /** Connections for answers that are sent as they are read, each held until its client has taken almost all. */
    longAnswers: pg.Pool;
    /** Null without Stripe keys: payments are then unavailable. */
    payments: Payments | null;
  };

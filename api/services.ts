import type { CommandServices } from './commands/command-services.ts';
import type { ImageServices } from './files/store-upload.ts';
import type { IdentityServices } from './identity/identity-services.ts';
import type { Payments } from './payments/payments.ts';

/** What the routes take, all of it together; each folder names what it needs. */
export type Services = CommandServices &
  ImageServices &
  IdentityServices & {
    /** Null where Stripe has no keys: nothing can be paid then. */
    payments: Payments | null;
  };

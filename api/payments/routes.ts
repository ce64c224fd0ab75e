import type { User } from '#contract/user.ts';
import { setHeaders } from '../commands/command-call.ts';
import type { CommandServices } from '../commands/command-services.ts';
import type { Executed } from '../commands/execute-and-load.ts';
import type { AppRouter, Context } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import type { Session } from '../http/session.ts';
import { presentUser } from '../present/user.ts';
import { confirmCheckout, openCheckout } from './checkout.ts';
import type { Payments } from './payments.ts';

/** Registers create-checkout and confirm-payment; both give unavailable without Stripe keys. */
export function paymentRoutes(router: AppRouter, services: CommandServices & { payments: Payments | null }): void {
  const { payments } = services;

  registerRoute(router, 'createCheckout', async ({ ctx, session }) => {
    if (session.isDemo) throw new ProblemError('not_for_demo');
    if (services.premium === 'everyone') throw new ProblemError('already_paid');
    if (!payments) throw new ProblemError('unavailable');
    const { url, ...executed } = await openCheckout(services, payments, ctx.state.log, session.ledgerId);
    return { ...present(services, ctx, session, executed), url };
  });

  registerRoute(router, 'confirmPayment', async ({ ctx, session }) => {
    if (!payments) throw new ProblemError('unavailable');
    return present(services, ctx, session, await confirmCheckout(services, payments, ctx.state.log, session.ledgerId));
  });
}

function present(services: CommandServices, ctx: Context, session: Session, executed: Executed): User {
  setHeaders(ctx, executed);
  return presentUser(services, session, executed.view);
}

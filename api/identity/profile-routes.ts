import { messages } from '#contract/messages.ts';
import type { AppRouter } from '../http/context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { registerRoute } from '../http/register-route.ts';
import type { Identity, Session } from '../http/session.ts';
import { todayInZone } from '../http/time-zone.ts';
import { knownView } from '../known/moment.ts';
import { presentUser } from '../present/user.ts';
import { requireStrong } from './password-rules.ts';
import { changePassword } from './passwords.ts';
import { withProofOrPassword } from './proof.ts';
import { noteSecurity } from './security-log.ts';
import type { IdentityServices } from './services.ts';
import { changeUser } from './users.ts';

/** Registers the calls that change the profile: password, currency, date of birth, name and bio. */
export function profileRoutes(router: AppRouter, services: IdentityServices): void {
  const { database, limits, now } = services;
  const change = async (session: Session, changes: Partial<Identity>) =>
    presentUser(
      services,
      await changeUser(database, session.userId, changes),
      await knownView(services, session, undefined),
    );

  registerRoute(router, 'updatePassword', async ({ ctx, session, input: { oldPassword, newPassword } }) => {
    if (session.isDemo) throw new ProblemError('not_for_demo');
    await requireStrong(services.passwordRules, newPassword, session, 'newPassword');
    await limits.take(ctx, 'password', session.userId);
    const { userId, token } = session;
    await withProofOrPassword(
      services,
      session,
      { given: oldPassword, required: { oldPassword: messages.passwordRequired } },
      new ProblemError('invalid', { oldPassword: messages.oldPasswordIncorrect }),
      async ({ passwordHash: verifiedHash }) => {
        await limits.forgive(ctx, 'password', userId);
        return await changePassword(database, { userId, verifiedHash, password: newPassword, token });
      },
    );
    await noteSecurity(database, ctx, now(), { userId, kind: 'password-changed' });
    return {};
  });

  registerRoute(router, 'updateCurrency', async ({ session, input: { newCurrency } }) => {
    if (newCurrency === session.currency) {
      throw new ProblemError('invalid', { newCurrency: messages.nothingChanged });
    }
    return await change(session, { currency: newCurrency });
  });

  registerRoute(router, 'updateDate', async ({ ctx, session, input: { date } }) => {
    if (date > todayInZone(ctx, now())) throw new ProblemError('invalid', { date: messages.birthInFuture });
    if (date === session.dateOfBirth) throw new ProblemError('invalid', { date: messages.birthUnchanged });
    return await change(session, { dateOfBirth: date });
  });

  registerRoute(router, 'updateCalendar', async ({ session, input: { weekStart, monthStart, yearStart } }) =>
    change(session, {
      ...(weekStart !== undefined && { weekStart }),
      ...(monthStart !== undefined && { monthStart }),
      ...(yearStart !== undefined && { yearStart }),
    }),
  );

  registerRoute(router, 'updateDateOrder', async ({ session, input: { dateOrder } }) => change(session, { dateOrder }));

  registerRoute(router, 'updateWordList', async ({ session, input: { usesWordList } }) =>
    change(session, { usesWordList }),
  );

  registerRoute(router, 'updateDetails', async ({ session, input: { name, bio } }) =>
    change(session, { fullName: name, bio: bio ?? null }),
  );
}

import type { Whole } from '#ledger/model/fields.ts';
import { exactCents } from '#ledger/model/money.ts';
import type { TransferCommand } from '#ledger/transfers/commands.ts';
import { categoryOfInput } from '../commands/category-in.ts';
import { handleCommand } from '../commands/command-call.ts';
import type { CommandServices } from '../commands/command-services.ts';
import type { AppRouter } from '../http/context.ts';
import { registerRoute } from '../http/register-route.ts';

/** Registers /transfer/*. */
export function transferRoutes(router: AppRouter, services: CommandServices): void {
  registerRoute(router, 'createTransfer', (request) =>
    handleCommand(
      services,
      'createTransfer',
      request,
      ({ from, to, amount, date, title, note, tags, ...named }, { today, newId, account }) =>
        ({
          type: 'MakeTransfer',
          transferId: newId('transfer'),
          from: account(from),
          to: account(to),
          amount: exactCents(amount),
          date: date ?? today,
          title,
          category: categoryOfInput(named),
          note: note ?? undefined,
          tags: tags ?? undefined,
        }) satisfies Whole<Omit<Extract<TransferCommand, { type: 'MakeTransfer' }>, 'set'>>,
    ),
  );

  registerRoute(router, 'updateTransfer', (request) =>
    handleCommand(
      services,
      'updateTransfer',
      request,
      ({ amount, from, to, category, categoryId, ...edit }, { account }) => ({
        type: 'ChangeTransfer',
        ...edit,
        from: account(from),
        to: account(to),
        category: category === null ? null : categoryOfInput({ category, categoryId }),
        amount: amount === undefined ? undefined : exactCents(amount),
      }),
    ),
  );

  registerRoute(router, 'deleteTransfer', (request) =>
    handleCommand(services, 'deleteTransfer', request, ({ transferId }) => ({ type: 'DeleteTransfer', transferId })),
  );
}

import { lineInWords } from '#contract/line-words.ts';
import { accountKey } from '#ledger/ids.ts';
import type { Wallet } from '#ledger/model/constants.ts';
import type { Whole } from '#ledger/model/fields.ts';
import type { Cents } from '#ledger/model/money.ts';
import type { SetFields } from '#ledger/model/origins.ts';
import { unlessEveryday } from '#ledger/model/state.ts';
import type { TransactionCommand } from '#ledger/transactions/commands.ts';
import type { TransferCommand } from '#ledger/transfers/commands.ts';
import type { CommandContext } from '../commands/command-call.ts';
import type { StoredReceipt } from '../files/store-upload.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { RouteInput } from '../http/register-route.ts';
import type { Session } from '../http/session.ts';
import type { CurrentNeeds } from '../known/moment.ts';
import { readLineOfUser } from './read.ts';
import type { RuledLine } from './ruled-line.ts';

type Recording<Type> = Extract<TransactionCommand | TransferCommand, { type: Type }>;
export type EnterCommand = Recording<'RecordExpense'> | Recording<'RecordIncome'> | Recording<'MakeTransfer'>;

/** The command that records a line. Throws the problem incomplete_line, and what `readLineOfUser` throws. */
export async function enterCommand(
  services: CurrentNeeds,
  session: Session,
  input: RouteInput<'enter'>,
  { today, newId, state }: CommandContext,
): Promise<EnterCommand> {
  const { ledgerId } = session;
  const line = await readLineOfUser(services, session, input, today, await state());
  if (!line.complete) throw new ProblemError('incomplete_line', undefined, { problems: lineInWords(line).problems });
  return commandOf(newId('entry'), ledgerId, line);
}

/** The command that records a complete line. */
function commandOf(id: string, ledgerId: string, line: RuledLine): EnterCommand {
  const { type, title, category, categoryId, parts, wallet, tags, set, from: sources } = line;
  const [from, to] = [accountKey(ledgerId, line.account as string), accountKey(ledgerId, line.toAccount ?? undefined)];
  const shared = {
    amount: line.amount as Cents,
    date: line.date as string,
    note: line.note ?? undefined,
    tags: tags.length > 0 ? tags : undefined,
  };
  if (type === 'Transfer') {
    const transfer = { from, to: to as string, title: title ?? undefined, category: undefined, set, ...shared };
    type Made = Whole<Recording<'MakeTransfer'>>;
    return { type: 'MakeTransfer', transferId: id, ...transfer } satisfies Made;
  }
  const transaction = {
    transactionId: id,
    title: title as string,
    accountId: unlessEveryday(from),
    parts: parts ?? undefined,
    set: { ...setByPast(sources), ...set },
    ...shared,
  };
  const named = parts ? undefined : (categoryId ?? (category === null ? undefined : { name: category }));
  type Made<Type> = Whole<Omit<Recording<Type>, 'imported' | 'madeBy' | keyof StoredReceipt>>;
  return type === 'Income'
    ? ({
        ...transaction,
        type: 'RecordIncome',
        isRefund: true,
        category: named,
      } satisfies Made<'RecordIncome'>)
    : ({
        ...transaction,
        type: 'RecordExpense',
        category: named,
        wallet: wallet as Wallet,
      } satisfies Made<'RecordExpense'>);
}

/** Who set the fields of a transaction that its line left to the newest entry of its title. */
function setByPast({ category, wallet, account }: RuledLine['from']): SetFields {
  const past = { by: 'past' as const };
  return {
    ...(category === 'past' && { category: past }),
    ...(wallet === 'past' && { wallet: past }),
    ...(account === 'past' && { accountId: past }),
  };
}

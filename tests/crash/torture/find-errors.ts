import type { EventLog } from '../../../event-log/event-log.ts';
import { decode } from '../../../ledger/codec.ts';
import type { RecordedEvent } from '../../../ledger/events.ts';
import { eventId } from '../../../ledger/ids.ts';
import { runCommand } from '../../support/run-command.ts';
import { settled } from '../../support/settled.ts';
import type { SimulatedUser } from './simulated-user.ts';
import { queryOnce, type SystemUnderTest } from './system-under-test.ts';

/**
 * Compares the log with the responses: every acknowledged command is recorded exactly once, a refused one never, any other
 * at most once. Also checks the rules along each stream, that the read model is up to date, and that the audit passes. Gives
 * the errors, one line each.
 */
export async function findErrors(
  system: SystemUnderTest,
  log: EventLog,
  people: readonly SimulatedUser[],
): Promise<string[]> {
  const wrong = people.flatMap(({ errors }) => errors);
  for (const user of people) {
    const events: RecordedEvent[] = [];
    for await (const logged of log.readAfter(user.userId, -1n)) {
      const event = { ...decode(logged), revision: logged.revision };
      if (!isOwnId(logged.id, user.userId, event))
        wrong.push(`revision ${event.revision} of ${user.userId} has another id than its command gives it`);
      if (event.revision !== BigInt(events.length))
        wrong.push(`revision ${event.revision} of ${user.userId} follows ${events.length - 1}`);
      events.push(event);
    }
    wrong.push(...timesRecorded(user, events), ...brokenRules(events));
    await isUpToDate(system, user.userId, events.at(-1)?.revision ?? -1n).catch((error) => wrong.push(error.message));
  }
  const { code, stdout, stderr } = await runCommand('start/audit.ts', [], { DAYBOOK_DATA: system.daybook.folder });
  if (code !== 0) wrong.push(`the audit ended with ${code}:\n${stdout}${stderr}`);
  return wrong;
}

/** Whether an event's id is derived from its command, which makes a repeated append idempotent. */
const isOwnId = (id: string, userId: string, { metadata: { commandId, inputHash } }: RecordedEvent): boolean =>
  id === eventId(userId, commandId, inputHash, 0);

function timesRecorded({ commands, userId }: SimulatedUser, events: readonly RecordedEvent[]): string[] {
  const times = new Map<string, number>();
  for (const { metadata } of events) times.set(metadata.commandId, (times.get(metadata.commandId) ?? 0) + 1);
  return commands.flatMap(({ key, path, outcome }) => {
    const recorded = times.get(key) ?? 0;
    const isRight = outcome === 'done' ? recorded === 1 : outcome === 'refused' ? recorded === 0 : recorded <= 1;
    return isRight ? [] : [`${key} of ${userId} (${path}) was told '${outcome}' and is recorded ${recorded} times`];
  });
}

/** Checks the ledger's rules event by event, with code that is independent of `ledger/`. */
function brokenRules(events: readonly RecordedEvent[]): string[] {
  const wrong: string[] = [];
  const effects = new Map<string, number>();
  const goals = new Map<string, number>();
  let balance = 0;
  for (const { event, revision } of events) {
    const unless = (isRight: boolean, what: string) => isRight || wrong.push(`revision ${revision}: ${what}`);
    if (event.type === 'InitialDepositMade') {
      unless(balance === 0, `an initial deposit on a balance of ${balance}`);
      balance += event.data.amount;
    } else if (event.type === 'BalanceAdjusted') {
      unless(event.data.from === balance, `an adjustment from ${event.data.from} on a balance of ${balance}`);
      balance = event.data.to;
    } else if (event.type === 'ExpenseRecorded') {
      const { wallet, amount, transactionId } = event.data;
      unless(wallet !== 'Cash' || amount <= balance, `${amount} in cash out of ${balance}`);
      unless(!effects.has(transactionId), 'a transaction twice');
      effects.set(transactionId, -amount);
      balance -= amount;
    } else if (event.type === 'IncomeRecorded') {
      unless(!effects.has(event.data.transactionId), 'a transaction twice');
      effects.set(event.data.transactionId, event.data.amount);
      balance += event.data.amount;
    } else if (event.type === 'TransactionDeleted') {
      const effect = effects.get(event.data.transactionId);
      unless(effect !== undefined, 'a transaction deleted that is not there');
      effects.delete(event.data.transactionId);
      balance -= effect ?? 0;
    } else if (event.type === 'GoalCreated') goals.set(event.data.goalId, 0);
    else if (event.type === 'MoneyAddedToGoal') {
      unless(event.data.amount <= balance, `${event.data.amount} saved out of ${balance}`);
      unless(goals.has(event.data.goalId), 'money for a goal that is not there');
      goals.set(event.data.goalId, (goals.get(event.data.goalId) ?? 0) + event.data.amount);
      balance -= event.data.amount;
    } else if (event.type === 'GoalDeleted') {
      unless(goals.get(event.data.goalId) === event.data.returnedAmount, 'a goal returns what it does not hold');
      goals.delete(event.data.goalId);
      balance += event.data.returnedAmount;
    }
  }
  return wrong;
}

/** Waits until the account's row has the revision of its stream's last event. Throws when it doesn't get there. */
async function isUpToDate({ databaseUrl }: SystemUnderTest, userId: string, end: bigint): Promise<void> {
  await settled(
    async () => {
      const text = 'SELECT revision::text FROM projections.ledgers WHERE ledger_id = $1';
      const [row] = await queryOnce<{ revision: string }>(databaseUrl, text, [userId]);
      return `${userId} at revision ${row?.revision ?? -1} of ${end}`;
    },
    (seen) => seen === `${userId} at revision ${end} of ${end}`,
    30_000,
  );
}

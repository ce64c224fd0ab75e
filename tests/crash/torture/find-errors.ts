import type { EventLog } from '#event-log/event-log.ts';
import type { DecodedEvent } from '#ledger/events.ts';
import { eventId } from '#ledger/ids.ts';
import { decodeEvent } from '#ledger/log/codec.ts';
import { EVERYDAY } from '#ledger/model/constants.ts';
import { runCommand } from '../../support/run-command.ts';
import { settled } from '../../support/settled.ts';
import { findScheduleErrors, postedByThemselves } from './find-schedule-errors.ts';
import type { SimulatedUser } from './simulated-user.ts';
import { queryOnce, type SystemUnderTest } from './system-under-test.ts';

/**
 * Compares the log with the responses: every acknowledged command is recorded exactly once, a refused one never, any
 * other at most once. Also checks the rules along each stream, what is posted by itself, that the read model is up to
 * date, and that the audit passes. Gives the errors, one line each.
 */
export async function findErrors(
  system: SystemUnderTest,
  log: EventLog,
  people: readonly SimulatedUser[],
): Promise<string[]> {
  const wrong = people.flatMap(({ errors }) => errors);
  const today = new Date().toISOString().slice(0, 10);
  await postedByThemselves(people, today);
  for (const user of people) {
    const events: DecodedEvent[] = [];
    const counts = new Map<string, number>();
    for await (const logged of log.readAfter(user.userId, -1n)) {
      const event = { ...decodeEvent(logged), revision: logged.revision };
      const index = counts.get(event.metadata.commandId) ?? 0;
      counts.set(event.metadata.commandId, index + 1);
      if (!isOwnId(logged.id, user.userId, event, index))
        wrong.push(`revision ${event.revision} of ${user.userId} has another id than its command gives it`);
      if (event.revision !== BigInt(events.length))
        wrong.push(`revision ${event.revision} of ${user.userId} follows ${events.length - 1}`);
      events.push(event);
    }
    wrong.push(...timesRecorded(user, events), ...brokenRules(events), ...wrongActors(events));
    await isUpToDate(system, user.userId, events.at(-1)?.revision ?? -1n).catch((error) => wrong.push(error.message));
    wrong.push(...(await findScheduleErrors(user, events, today)));
  }
  const { code, stdout, stderr } = await runCommand('tools/start/audit.ts', [], {
    DAYBOOK_DATA: system.daybook.folder,
  });
  if (code !== 0) wrong.push(`the audit ended with ${code}:\n${stdout}${stderr}`);
  return wrong;
}

/** Events of proposals whose actor is not the program that proposed them, and others that have one. */
function wrongActors(events: readonly DecodedEvent[]): string[] {
  const proposals = new Set<string>();
  return events.flatMap(({ event, metadata, revision }) => {
    if (event.type === 'ProposalAccepted') proposals.add(metadata.commandId);
    const expected = proposals.has(metadata.commandId) ? 'token A program' : undefined;
    return metadata.actor === expected ? [] : [`revision ${revision} names ${metadata.actor} as its actor`];
  });
}

/** Whether an event's id is derived from its command, which makes a repeated append idempotent. */
const isOwnId = (
  id: string,
  userId: string,
  { metadata: { commandId, inputHash } }: DecodedEvent,
  index: number,
): boolean => id === eventId(userId, commandId, inputHash, index);

/**
 * How many times each command is recorded: an undo, an import, a bulk, a proposal, a merge, a move, a posting, and what
 * rules do or take back once with all the events that they say will follow. A bulk that changed nothing may be carried
 * out later by an API that was frozen.
 */
function timesRecorded({ commands, userId }: SimulatedUser, events: readonly DecodedEvent[]): string[] {
  const times = new Map<string, number>();
  const following = new Map<string, number>();
  for (const { event, metadata } of events) {
    times.set(metadata.commandId, (times.get(metadata.commandId) ?? 0) + 1);
    const { type, data } = event;
    const isMany =
      type === 'BulkBegun' || type === 'CategoriesMerged' || type === 'RulesRun' || type === 'ProposalAccepted';
    if (type === 'ChangeSetUndone' || type === 'FileImported' || isMany) following.set(metadata.commandId, data.count);
    // A move between two categories; a merge's is among the events that the merge says will follow.
    const isMove = type === 'BudgetMoved' && data.other !== undefined;
    if (isMove && !following.has(metadata.commandId)) following.set(metadata.commandId, 1);
    // The entry of an occurrence that is posted by hand.
    if (type === 'OccurrencePosted' && !following.has(metadata.commandId)) following.set(metadata.commandId, 1);
    // An order of categories has an event for each that gets another place.
    if (type === 'CategoryPlaced') following.set(metadata.commandId, (times.get(metadata.commandId) ?? 1) - 1);
    // An undo removes rules, too, and takes nothing back.
    if (type === 'RuleRemoved' && data.count !== undefined) following.set(metadata.commandId, data.count);
  }
  return commands.flatMap(({ key, path, outcome }) => {
    const recorded = times.get(key) ?? 0;
    const once = 1 + (following.get(key) ?? 0);
    const isRight =
      outcome === 'done' ? recorded === once : outcome === 'refused' ? recorded === 0 : [0, once].includes(recorded);
    return isRight ? [] : [`${key} of ${userId} (${path}) was told '${outcome}' and is recorded ${recorded} times`];
  });
}

type Effect = { account: string; amount: number };

/**
 * Checks the ledger's rules event by event, with code that is independent of `ledger/`. No rule of the balance holds
 * for an undo or an import. A row of a file is recorded once among the imports that are in force.
 */
function brokenRules(events: readonly DecodedEvent[]): string[] {
  const wrong: string[] = [];
  const balances = new Map<string, number>([[EVERYDAY, 0]]);
  const effects = new Map<string, Effect[]>();
  const goals = new Map<string, number>();
  const plans = new Map<string, number>();
  const free = new Set<string>();
  const importedBy = new Map<string, string[]>();
  const inForce = new Map<string, boolean>();
  const balanceOf = (account = EVERYDAY) => balances.get(account) ?? Number.NaN;
  const move = (account: string, amount: number) => void balances.set(account, balanceOf(account) + amount);
  const put = (id: string, after: Effect[]) => {
    for (const { account, amount } of effects.get(id) ?? []) move(account, -amount);
    for (const { account, amount } of after) move(account, amount);
    if (after.length > 0) effects.set(id, after);
    else effects.delete(id);
  };
  const effectOf = ({
    type,
    amount,
    accountId = EVERYDAY,
  }: {
    type: string;
    amount: number;
    accountId?: string | undefined;
  }) => [{ account: accountId, amount: type === 'Expense' ? -amount : amount }];
  const legs = ({ from, to, amount }: { from: string; to: string; amount: number }) => [
    { account: from, amount: -amount },
    { account: to, amount },
  ];
  for (const { event, metadata, revision } of events) {
    const unless = (isRight: boolean, what: string) => isRight || wrong.push(`revision ${revision}: ${what}`);
    const isFree = free.has(metadata.commandId);
    inForce.set(metadata.commandId, true);
    for (const key of keysIn(event.data)) {
      const before = importedBy.get(key) ?? [];
      unless(!before.some((id) => inForce.get(id)), `the row ${key} is imported twice`);
      importedBy.set(key, [...before, metadata.commandId]);
    }
    const { type, data } = event;
    switch (type) {
      case 'InitialDepositMade':
        unless(balanceOf(data.accountId) === 0, `an initial deposit on a balance of ${balanceOf(data.accountId)}`);
        move(data.accountId ?? EVERYDAY, data.amount);
        break;
      case 'BalanceAdjusted':
        unless(
          data.from === balanceOf(data.accountId),
          `from ${data.from} on a balance of ${balanceOf(data.accountId)}`,
        );
        balances.set(data.accountId ?? EVERYDAY, data.to);
        break;
      case 'ExpenseRecorded':
        unless(isFree || data.wallet !== 'Cash' || data.amount <= balanceOf(data.accountId), `${data.amount} in cash`);
        unless(!effects.has(data.transactionId), 'a transaction twice');
        put(data.transactionId, effectOf({ ...data, type: 'Expense' }));
        break;
      case 'IncomeRecorded':
        unless(!effects.has(data.transactionId), 'a transaction twice');
        put(data.transactionId, effectOf({ ...data, type: 'Income' }));
        break;
      case 'TransactionRestored':
        unless(!effects.has(data.transactionId), 'a transaction twice');
        put(data.transactionId, effectOf(data));
        break;
      case 'TransactionChanged':
        unless(isSame(effects.get(data.transactionId), effectOf(data.before)), 'a change of what is not so');
        put(data.transactionId, effectOf(data.after));
        break;
      case 'TransactionDeleted':
        unless(effects.has(data.transactionId), 'a transaction deleted that is not there');
        put(data.transactionId, []);
        break;
      case 'TransferMade':
      case 'TransferRestored':
        unless(!effects.has(data.transferId), 'a transfer twice');
        put(data.transferId, legs(data));
        break;
      case 'TransferChanged':
        unless(isSame(effects.get(data.transferId), legs(data.before)), 'a change of what is not so');
        put(data.transferId, legs(data.after));
        break;
      case 'TransferDeleted':
        unless(isSame(effects.get(data.transferId), legs(data)), 'a transfer deleted that is not so');
        put(data.transferId, []);
        break;
      case 'GoalCreated':
        goals.set(data.goalId, 0);
        break;
      case 'MoneyAddedToGoal':
        unless(isFree || data.amount <= balanceOf(data.accountId), `${data.amount} saved`);
        unless(goals.has(data.goalId), 'money for a goal that is not there');
        goals.set(data.goalId, (goals.get(data.goalId) ?? 0) + data.amount);
        move(data.accountId ?? EVERYDAY, -data.amount);
        break;
      case 'MoneyTakenFromGoal':
        unless((goals.get(data.goalId) ?? 0) >= data.amount, 'a goal gives what it does not hold');
        goals.set(data.goalId, (goals.get(data.goalId) ?? 0) - data.amount);
        move(data.accountId ?? EVERYDAY, data.amount);
        break;
      case 'GoalDeleted':
        unless(goals.get(data.goalId) === data.returnedAmount, 'a goal returns what it does not hold');
        goals.delete(data.goalId);
        move(data.accountId ?? EVERYDAY, data.returnedAmount);
        break;
      case 'GoalRestored':
        unless(!goals.has(data.goalId), 'a goal twice');
        goals.set(data.goalId, data.amount);
        move(data.accountId ?? EVERYDAY, -data.amount);
        break;
      case 'BudgetPlanned':
      case 'BudgetMoved': {
        const cell = `${data.categoryId} ${data.month}`;
        unless((plans.get(cell) ?? 0) === data.from, `a plan of ${data.from} that is ${plans.get(cell) ?? 0}`);
        plans.set(cell, data.to);
        break;
      }
      case 'AccountOpened':
        unless(!balances.has(data.accountId), 'an account twice');
        balances.set(data.accountId, data.openingBalance ?? 0);
        break;
      case 'AccountRestored':
        unless(!balances.has(data.accountId), 'an account twice');
        balances.set(data.accountId, data.balance);
        break;
      case 'AccountRemoved':
        unless(balances.get(data.accountId) === data.balance, 'an account removed with another balance');
        balances.delete(data.accountId);
        break;
      case 'FileImported':
        free.add(metadata.commandId);
        break;
      case 'ChangeSetUndone':
        free.add(metadata.commandId);
        unless(inForce.get(data.changeSetId) === true, `${data.changeSetId} is undone and not in force`);
        for (const [at, id] of data.chain.entries()) inForce.set(id, at % 2 === 1);
        break;
      default:
    }
    unless([...balances.values()].every(Number.isFinite), 'money of an account that is not there');
  }
  const undos = new Set(
    events.flatMap(({ event, metadata }) => (event.type === 'ChangeSetUndone' ? [metadata.commandId] : [])),
  );
  const counted = events.filter(({ metadata: { commandId } }) => !undos.has(commandId) && inForce.get(commandId));
  const [said, inForceSaid] = [confirmedBy(events), confirmedBy(counted)];
  if (said !== inForceSaid) wrong.push(`the confirmed balances ${said} should be ${inForceSaid}`);
  return wrong;
}

/** The last confirmed balance of each account on each day. */
function confirmedBy(events: readonly DecodedEvent[]): string {
  const confirmed = new Map<string, number>();
  for (const { event } of events) {
    if (event.type !== 'BalanceAsserted') continue;
    const { accountId = EVERYDAY, date, balance } = event.data;
    if (balance === undefined) confirmed.delete(`${accountId} ${date}`);
    else confirmed.set(`${accountId} ${date}`, balance);
  }
  return JSON.stringify([...confirmed].sort());
}

/** The keys of the rows that an event was imported from. */
function keysIn(data: object): string[] {
  const { imported = [] } = data as { imported?: { key: string } | { key: string }[] };
  return [imported].flat().map(({ key }) => key);
}

const isSame = (one: Effect[] | undefined, other: Effect[]) => JSON.stringify(one) === JSON.stringify(other);

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

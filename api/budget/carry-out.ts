import type { CommandName } from '#contract/calls.ts';
import type { BudgetCommand } from '#ledger/budget/commands.ts';
import { budgetOfLedger } from '#projections/queries/budget.ts';
import { loadSnapshot } from '#projections/queries/snapshot.ts';
import type { Recording } from '../commands/append.ts';
import { waitUntilCaughtUp } from '../commands/caught-up.ts';
import { type CommandRequest, commandIdOf, setHeaders } from '../commands/command-call.ts';
import type { CommandServices } from '../commands/command-services.ts';
import { doneAfter } from '../commands/done.ts';
import { type CommandOutcome, execute } from '../commands/execute.ts';
import { type Executed, executedOf } from '../commands/execute-and-load.ts';
import { inputHash } from '../commands/input-hash.ts';
import { REST_OF_COMMAND_JOB } from '../commands/large-commands.ts';
import { rejectionProblem } from '../commands/rejection.ts';
import { ProblemError } from '../http/problem-error.ts';
import { makerOf } from '../http/session.ts';
import { todayInZone } from '../http/time-zone.ts';
import { type ReadBudget, withMonth } from './read.ts';

/** Attempts before a command that another one overtakes each time gives up. */
const ATTEMPTS_MAX = 5;

/** The month that a command looks at, and the command that follows from its budget. */
type Looking = {
  month: string;
  present: string;
  commandOf(read: ReadBudget): BudgetCommand | Promise<BudgetCommand>;
};

/** Where a command was carried out before, it is not decided again. */
const NONE: BudgetCommand = { type: 'PlanBudget', plans: [] };

/**
 * Carries out a command that depends on what is left in a month: the budget is read at one revision, and the command is
 * decided at that very revision, as a bulk is (decision 28). Another command that was faster begins it again. Throws
 * what `commandOf` throws, and ProblemErrors.
 */
export async function carryOutOnBudget<Name extends CommandName>(
  services: CommandServices,
  name: Name,
  { ctx, input, session }: CommandRequest<Name>,
  looking: Looking,
): Promise<Executed> {
  const { ledgerId } = session;
  const now = services.now();
  const recording = {
    ledgerId,
    commandId: commandIdOf(ctx),
    inputHash: inputHash(name, input as Record<string, unknown>),
    recordedAt: now.toISOString(),
    ...makerOf(session, todayInZone(ctx, now)),
  };
  for (let attempt = 1; ; attempt += 1) {
    await waitUntilCaughtUp(services, ledgerId);
    const outcome = await attemptOnce(services, recording, looking);
    if (outcome.kind === 'overtaken' && attempt < ATTEMPTS_MAX) continue;
    const done = await doneAfter(services, ledgerId, outcome, services.views);
    const executed = executedOf(done, recording, (reason, details) =>
      rejectionProblem(reason, input as object, details),
    );
    setHeaders(ctx, executed);
    return executed;
  }
}

async function attemptOnce(
  services: CommandServices,
  recording: Recording,
  { month, present, commandOf }: Looking,
): Promise<CommandOutcome> {
  const { database, heavy, commandMutex } = services;
  const { ledgerId, commandId } = recording;
  return await commandMutex.run(ledgerId, async (recent) => {
    const only = await loadSnapshot(database, { ledgerId, commandId, needs: { budget: true } });
    const isNew = only.seen === null && only.state.unfinished === null;
    let command = NONE;
    if (isNew) {
      const stored = await budgetOfLedger(database, ledgerId);
      if (!stored) throw new ProblemError('unavailable');
      if (stored.revision !== only.revision) return { kind: 'overtaken' };
      command = await commandOf(withMonth(stored, month, present));
    }
    return await execute(services, { ...recording, command, only }, recent, null, (unfinished) =>
      heavy.run(ledgerId, REST_OF_COMMAND_JOB, { ledgerId, unfinished }),
    );
  });
}

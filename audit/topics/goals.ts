import type { GoalEvent } from '#ledger/goals/events.ts';
import type { Application, Data } from '../model/application.ts';
import type { AuditedSaving, SavingFields } from '../model/audit-ledger.ts';
import type { AuditDefinitions } from '../model/definition.ts';

const ofGoal = { about: ({ goalId }: { goalId: string }) => goalId, account: null };

export const goalDefinitions: AuditDefinitions<GoalEvent> = {
  GoalCreated: {
    ...ofGoal,
    kind: 'create-goal',
    standing: 'in any command',
    apply(application, data) {
      application.first(`goal ${data.goalId}`);
      addGoal(application, { ...data, amount: 0, place: Number(application.revision) });
    },
  },
  GoalUpdated: {
    ...ofGoal,
    kind: 'update-goal',
    standing: 'not in an import',
    apply(application, data) {
      const { goalId, finalAmount, reachedOn } = data;
      application.within(`goal ${goalId}.final_amount`, finalAmount);
      changeGoal(application, goalId, reachedOn, fieldsOf(data));
    },
  },
  MoneyAddedToGoal: {
    ...ofGoal,
    kind: 'add-money-to-goal',
    standing: 'in any command',
    apply(application, { goalId, amount, accountId, reachedOn }) {
      const { finalAmount, currentAmount = 0n } = application.ledger.goals.get(goalId) ?? {};
      const balance = application.balance(accountId);
      if (application.isUndo || application.isImport) atLeast(application, 'amount', 1n, BigInt(amount));
      else {
        application.within('amount', amount);
        if (finalAmount !== undefined) {
          application.atMost('amount', finalAmount < balance ? finalAmount : balance, amount);
        }
      }
      changeGoal(application, goalId, reachedOn, { currentAmount: currentAmount + BigInt(amount) });
      moveGoalMoney(application, accountId, -BigInt(amount));
    },
  },
  MoneyTakenFromGoal: {
    ...ofGoal,
    kind: 'take-back',
    standing: 'not in an import',
    apply(application, { goalId, amount, accountId, reachedOn }) {
      const { currentAmount = 0n } = application.ledger.goals.get(goalId) ?? {};
      atLeast(application, 'amount', 1n, BigInt(amount));
      atLeast(application, `goal ${goalId}.current_amount`, 0n, currentAmount - BigInt(amount));
      changeGoal(application, goalId, reachedOn, { currentAmount: currentAmount - BigInt(amount) });
      moveGoalMoney(application, accountId, BigInt(amount));
    },
  },
  GoalDeleted: {
    ...ofGoal,
    kind: 'delete-goal',
    standing: 'not in an import',
    apply(application, { goalId, returnedAmount, accountId }) {
      const { goals } = application.ledger;
      const label = `goal ${goalId}`;
      const goal = goals.get(goalId);
      application.present(label, goal);
      application.repeats(label, goal, { currentAmount: BigInt(returnedAmount) });
      goals.delete(goalId);
      moveGoalMoney(application, accountId, BigInt(returnedAmount));
      application.touch(label);
    },
  },
  GoalRestored: {
    ...ofGoal,
    kind: 'undo',
    standing: 'only in an undo',
    apply(application, data) {
      application.placed(`goal ${data.goalId}`, data);
      moveGoalMoney(application, data.accountId, -BigInt(data.amount));
      addGoal(application, data);
    },
  },
};

function addGoal(application: Application, data: Omit<Data<'GoalRestored'>, 'amount'> & { amount: number }): void {
  const { goals } = application.ledger;
  const label = `goal ${data.goalId}`;
  application.must(label, null, goals.has(data.goalId) ? 'created already' : null);
  application.within(`${label}.final_amount`, data.finalAmount);
  atLeast(application, `${label}.current_amount`, 0n, BigInt(data.amount));
  const goal = {
    ...fieldsOf(data),
    place: BigInt(data.place),
    currentAmount: BigInt(data.amount),
    reachedOn: data.reachedOn ?? null,
  };
  reached(application, label, goal);
  goals.set(data.goalId, goal);
  application.made(label, goal);
}

function fieldsOf({ title, finalAmount, category, description, wantedBy }: Data<'GoalUpdated'>): SavingFields {
  return {
    title,
    finalAmount: BigInt(finalAmount),
    category: category ?? null,
    description: description ?? null,
    wantedBy: wantedBy ?? null,
  };
}

function changeGoal(
  application: Application,
  goalId: string,
  reachedOn: string | undefined,
  fields: Partial<AuditedSaving>,
): void {
  const label = `goal ${goalId}`;
  const goal = application.ledger.goals.get(goalId);
  application.present(label, goal);
  if (!goal) return;
  const changed = { ...goal, ...fields, reachedOn: reachedOn ?? null };
  reached(application, label, changed);
  application.changed(label, goal, changed);
  application.ledger.goals.set(goalId, changed);
}

/** The account of an empty goal's money may be gone since: a deletion that returned nothing concerned no account. */
function moveGoalMoney(application: Application, accountId: string | undefined, amount: bigint): void {
  if (amount !== 0n) application.move(accountId, amount);
}

function atLeast(application: Application, field: string, least: bigint, amount: bigint): void {
  if (amount < least) application.must(field, `at least ${least}`, amount);
}

/** A goal has a day exactly while it is reached. */
function reached(
  application: Application,
  label: string,
  { currentAmount, finalAmount, reachedOn }: AuditedSaving,
): void {
  const day = (isReached: boolean) => (isReached ? 'a day' : null);
  application.must(`${label}.reached_on`, day(currentAmount >= finalAmount), day(reachedOn !== null));
}

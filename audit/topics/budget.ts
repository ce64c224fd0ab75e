import type { BudgetEvent } from '#ledger/budget/events.ts';
import { LARGEST_AMOUNT } from '#ledger/model/money.ts';
import type { Application, Data } from '../model/application.ts';
import type { PlanStep } from '../model/audit-ledger.ts';
import { canonical } from '../model/canonical.ts';
import type { AuditDefinitions } from '../model/definition.ts';

/** A month: from the month of the first day that an entry may have to the month of the last day. */
const MONTH = /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/;

const nobody = { account: null };

export const budgetDefinitions: AuditDefinitions<BudgetEvent> = {
  BudgetPlanned: {
    ...nobody,
    kind: 'plan',
    standing: 'in any command',
    about: ({ categoryId, month }) => `plan ${categoryId} ${month}`,
    apply(application, data) {
      // A file may plan below 0.
      if (!application.isUndo) application.within('to', data.to, application.isImport ? -LARGEST_AMOUNT : 0);
      plan(application, data, true);
    },
  },
  BudgetMoved: {
    ...nobody,
    kind: 'move',
    standing: 'not in an import',
    about: ({ categoryId, month }) => `plan ${categoryId} ${month}`,
    apply(application, data) {
      if (application.isUndo) application.must('BudgetMoved', 'outside of undos', 'in an undo');
      if (data.other !== undefined) spending(application, data.other);
      if (data.other === data.categoryId) application.must('other', 'another category', data.other);
      plan(application, data, false);
    },
  },
  BudgetCarrySet: {
    ...nobody,
    kind: 'carry',
    standing: 'in any command',
    about: ({ categoryId, month }) => `carry ${categoryId} ${month}`,
    apply(application, { categoryId, month, carry = null, place }) {
      const { ledger, isUndo, revision } = application;
      const name = `${categoryId} ${month}`;
      inMonth(application, month);
      if (!isUndo) {
        spending(application, categoryId);
        application.must(`carry ${name}`, 'set', carry === null ? null : 'set');
        application.must(`carry ${name}.place`, null, place ?? null);
      }
      if (place !== undefined && place > revision) application.must(`carry ${name}.place`, 'an earlier event', place);
      const at = carry === null ? null : BigInt(place ?? revision);
      ledger.carries.set(name, { categoryId, month, carry, place: at });
      application.touch(`carry ${name}`);
    },
  },
  BudgetTargetSet: {
    ...nobody,
    kind: 'target',
    standing: 'in any command',
    about: ({ categoryId }) => `target ${categoryId}`,
    apply(application, { categoryId, target = null }) {
      if (!application.isUndo) spending(application, categoryId);
      if (target && 'amount' in target) application.within('target', target.amount);
      application.ledger.targets.set(categoryId, { categoryId, target: target && canonical(target) });
      application.touch(`target ${categoryId}`);
    },
  },
};

function inMonth(application: Application, month: string): void {
  if (!MONTH.test(month)) application.must('month', 'a month', month);
}

/** The category is one of expenses, or none. */
function spending(application: Application, categoryId: string): void {
  const kind = categoryId === '-' ? 'Expense' : application.ledger.categories.get(categoryId)?.kind;
  application.must(`category ${categoryId}.kind`, 'Expense', kind);
}

/**
 * A plan changes from its present amount; only for a category that is there. The plan of an archived category rises by
 * an undo alone, or as an amount below 0 goes with a merge.
 */
function plan(application: Application, { categoryId, month, from, to }: Data<'BudgetPlanned'>, sets: boolean): void {
  const { ledger, isUndo, isBulk, isProposal, commandId: changeSetId } = application;
  // A merge among the commands of a proposal moves plans, too.
  const isOfMerge = isBulk || (isProposal && !sets);
  const name = `${categoryId} ${month}`;
  inMonth(application, month);
  application.must(`plan ${name}`, ledger.plans.get(name)?.amount ?? 0n, BigInt(from));
  if (from === to) application.must(`plan ${name}`, 'changed', 'the same');
  if (Math.abs(to) > LARGEST_AMOUNT * 1_000) application.must(`plan ${name}`, 'what can be counted', to);
  if (to !== 0) spending(application, categoryId);
  const isArchived = ledger.categories.get(categoryId)?.isArchived ?? false;
  if (!isUndo && !isOfMerge && to > from && isArchived)
    application.must(`category ${categoryId}`, 'in use', 'archived');
  if (isUndo) planAgain(application, categoryId, month, BigInt(to));
  const amount = BigInt(sets ? to : to - from);
  const undoes = isUndo ? (ledger.run?.chain.at(-1) ?? '') : null;
  const step = { changeSetId, sets, amount, isOfMerge, undoes };
  ledger.planSteps.set(name, [...(ledger.planSteps.get(name) ?? []), step]);
  ledger.plans.set(name, { categoryId, month, amount: BigInt(to) });
  application.touch(`plan ${name}`);
}

/**
 * An undo of a change-set that planned for a cell plans what the steps that count make of it in their order, unless it
 * answers a conflict about it. A step counts while its change-set is in force, and where an answer left the plan as
 * it was; a step of an undo where an answer was to take the plan back. Plans of categories that were ever merged are
 * not worked out here.
 */
function planAgain(application: Application, categoryId: string, month: string, to: bigint): void {
  const { planSteps, outOfForce, undos, merged, made, run } = application.ledger;
  const name = `${categoryId} ${month}`;
  const conflict = `plan ${name} amount`;
  const steps = planSteps.get(name) ?? [];
  const isOfChain = steps.some(({ changeSetId }) => changeSetId === run?.chain.at(-1));
  const isOfMerge = [...merged].flat().includes(categoryId) || steps.some((step) => step.isOfMerge);
  // An own category may go by the same undo, and its plans with it.
  const mayGo = to === 0n && made.has(`category ${categoryId}`);
  if (!isOfChain || isOfMerge || mayGo || run?.answers.includes(conflict)) return;
  const ofChangeSets = steps.filter(({ changeSetId, undoes }) => undoes === null && !outOfForce.has(changeSetId));
  // Undos of earlier versions did not look at answers.
  if (amountOf(ofChangeSets) === to) return;
  const counted = steps.filter((step) => {
    const newest = undos.newest.get(step.undoes ?? step.changeSetId);
    const outcome = undos.outcomes.get(newest ?? '')?.get(conflict);
    if (step.undoes !== null) return outcome?.by.includes(step.changeSetId) ?? false;
    return outcome?.counts ?? ofChangeSets.includes(step);
  });
  application.must(`plan ${name}`, amountOf(counted), to);
}

/** The amounts that steps plan in their order, in cents. */
function amountOf(steps: readonly PlanStep[]): bigint {
  return steps.reduce((before, { sets, amount }) => (sets ? amount : before + amount), 0n);
}

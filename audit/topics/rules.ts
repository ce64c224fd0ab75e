import { PARTS_MAX, PARTS_MIN, RULES_MAX } from '#ledger/model/constants.ts';
import type { RuleEvent } from '#ledger/rules/events.ts';
import type { Application, Data } from '../model/application.ts';
import { canonical } from '../model/canonical.ts';
import type { AuditDefinitions } from '../model/definition.ts';

const ofRule = { about: ({ ruleId }: { ruleId: string }) => ruleId, account: null };

export const ruleDefinitions: AuditDefinitions<RuleEvent> = {
  RuleAdded: {
    ...ofRule,
    kind: 'add-rule',
    standing: 'in any command',
    apply(application, data) {
      const { ruleVersions } = application.ledger;
      application.must(`rule ${data.ruleId} before`, null, ruleVersions.has(data.ruleId) ? 'added' : null);
      insert(application, { ...data, version: 1 });
    },
  },
  RuleChanged: {
    ...ofRule,
    kind: 'change-rule',
    standing: 'not in an import',
    apply(application, data) {
      const { rules, ruleVersions } = application.ledger;
      const label = `rule ${data.ruleId}`;
      const at = rules.findIndex(({ ruleId }) => ruleId === data.ruleId);
      application.must(label, 'present', at < 0 ? null : 'present');
      application.must(`${label}.version`, (ruleVersions.get(data.ruleId) ?? 0) + 1, data.version);
      if (at >= 0) rules[at] = ruleOf(application, data);
      application.touch(label);
    },
  },
  RuleRemoved: {
    ...ofRule,
    kind: 'remove-rule',
    standing: 'not in an import',
    apply(application, { ruleId, position, count }) {
      const { ledger } = application;
      const label = `rule ${ruleId}`;
      const at = ledger.rules.findIndex((rule) => rule.ruleId === ruleId);
      application.must(label, at < 0 ? 'present' : at + 1, at < 0 ? null : position);
      ledger.rules = ledger.rules.filter((rule) => rule.ruleId !== ruleId);
      touchOrder(application, label);
      if (count !== undefined) application.begin('bulk', count, { takesBack: true });
    },
  },
  RuleRestored: {
    ...ofRule,
    kind: 'undo',
    standing: 'only in an undo',
    apply(application, data) {
      const known = application.ledger.ruleVersions.get(data.ruleId) ?? 0;
      const isKnown = data.version === known || data.version === known + 1;
      application.must(`rule ${data.ruleId}.version`, known, isKnown ? known : data.version);
      insert(application, data);
    },
  },
  RulesOrdered: {
    kind: 'order-rules',
    standing: 'not in an import',
    about: () => 'rule-order',
    account: null,
    apply(application, { before, after }) {
      const { ledger } = application;
      const held = ledger.rules.map(({ ruleId }) => ruleId);
      application.must('rules before', held.join(' '), before.join(' '));
      application.must('rules after', held.toSorted().join(' '), after.toSorted().join(' '));
      ledger.rules = after.flatMap((ruleId) => ledger.rules.filter((rule) => rule.ruleId === ruleId));
      touchOrder(application);
    },
  },
  RulesRun: {
    kind: 'rules',
    standing: 'begins a bulk',
    about: null,
    account: null,
    apply(application, { rules, count }) {
      for (const { ruleId, version } of rules) {
        application.must(`rule ${ruleId}.version`, application.ledger.ruleVersions.get(ruleId), version);
        const isThere = application.ledger.rules.some((rule) => rule.ruleId === ruleId);
        application.must(`rule ${ruleId}`, 'present', isThere ? 'present' : null);
      }
      application.begin('bulk', count);
    },
  },
};

type RuleData = Omit<Data<'RuleRestored'>, 'position'>;

/** A rule by the names of its columns, but for its place. */
function ruleOf(application: Application, { ruleId, version, when, then, stop, isOn }: RuleData) {
  const label = `rule ${ruleId}`;
  const { categories, title, wallet, addTags, note, split } = then;
  const does = [categories, title, wallet, addTags, note, split].filter((each) => each !== undefined);
  if (does.length === 0) application.must(`${label}.then`, 'something', null);
  application.must(`${label}.then`, null, categories && split ? 'a category beside parts' : null);
  if (split && (split.length < PARTS_MIN || split.length > PARTS_MAX)) {
    application.must(`${label}.split`, `${PARTS_MIN} to ${PARTS_MAX}`, split.length);
  }
  if (when.text.trim() === '') application.must(`${label}.when`, 'a query', null);
  application.ledger.ruleVersions.set(ruleId, version);
  return { ruleId, version, whenFound: canonical(when), thenSet: canonical(then), stops: stop, isOn };
}

function insert(application: Application, { position, ...data }: RuleData & { position: number }): void {
  const { rules } = application.ledger;
  const label = `rule ${data.ruleId}`;
  application.must(label, null, rules.some(({ ruleId }) => ruleId === data.ruleId) ? 'there already' : null);
  if (rules.length >= RULES_MAX) application.must('rules', `at most ${RULES_MAX}`, rules.length + 1);
  rules.splice(position - 1, 0, ruleOf(application, data));
  touchOrder(application, label);
}

/** Notes that the place of any rule may be another. */
function touchOrder(application: Application, ...labels: string[]): void {
  application.touch('rules', ...labels);
}

type SetBy = { by: string; ruleId?: string; revision?: number | undefined };

/**
 * Counts the rules that set something of the event's entry: those that it names without an earlier event, whose values
 * it would give back.
 */
export function countRules(application: Application, data: object): void {
  const { ledger, commandId: changeSetId } = application;
  const { set = {} } = data as { set?: Readonly<Record<string, SetBy>> };
  const counted = new Set<string>();
  for (const { by, ruleId = '', revision } of Object.values(set)) {
    if (by === 'rule' && revision === undefined) counted.add(ruleId);
  }
  for (const ruleId of counted) {
    const name = `${ruleId} in ${changeSetId}`;
    const { count } = ledger.ruleUses.get(name) ?? { count: 0 };
    ledger.ruleUses.set(name, { ruleId, changeSetId, count: count + 1 });
    application.touch(`rule ${name}`);
  }
}

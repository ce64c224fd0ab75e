/** A rule as an export has it. */
type RuleInFile = { ruleId: string; when: string; then: object; isOn?: boolean };

/** An export of Daybook, `events.jsonl`, of a ledger that has these rules and nothing else. */
export function rulesFile(rules: readonly RuleInFile[]): File {
  const lines = rules.map(({ ruleId, when, then, isOn = true }, revision) => {
    const data = { ruleId, when: { text: when, names: [] }, then, stop: false, isOn, position: revision + 1 };
    return JSON.stringify({ stream: 'ledger-of-rules', revision, id: ruleId, type: 'RuleAdded', data, metadata: {} });
  });
  return new File([lines.map((line) => `${line}\n`).join('')], 'events.jsonl');
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { METRICS } from '#platform/telemetry/definitions.ts';
import { hasPromtool, promtool } from '../support/promtool.ts';

// The alerts, and what checks them without a Daybook.

const folder = fileURLToPath(new URL('../../docs/prometheus/', import.meta.url));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
if (!hasPromtool) console.info('promtool is not installed: the alerts are not checked by Prometheus itself.');

type Rule = { alert: string; expr: string; labels: { severity: string }; annotations: Record<string, string> };
type Checked = { alert_rule_test: { alertname: string; exp_alerts?: object[] }[] };
const rules = (parse(read('alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(({ rules }) => rules);

test.runIf(hasPromtool)('promtool accepts the rules, their tests and the configuration', () => {
  for (const args of [
    ['check', 'rules', 'alerts.yml'],
    ['test', 'rules', 'alerts.test.yml'],
    ['check', 'config', 'prometheus.yml'],
  ]) {
    const [checks = '', what = '', file = ''] = args;
    const { status, said } = promtool([checks, what, join(folder, file)]);
    expect(status, said).toBe(0);
  }
});

test('each alert is tested with series that fire it and with series that do not', () => {
  const tests = (parse(read('alerts.test.yml')) as { tests: Checked[] }).tests.flatMap(
    ({ alert_rule_test }) => alert_rule_test,
  );
  const names = (fire: boolean) =>
    new Set(tests.filter(({ exp_alerts }) => (exp_alerts !== undefined) === fire).map(({ alertname }) => alertname));
  const all = new Set(rules.map(({ alert }) => alert));
  expect([names(true), names(false)]).toEqual([all, all]);
});

test('an alert says how bad it is, what is so and what to do', () => {
  for (const { alert, labels, annotations } of rules) {
    expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(critical|warning)$/)]);
    expect(Object.keys(annotations)).toEqual(['summary', 'description']);
  }
});

test('alerts name only metrics that there are', () => {
  const names = new Set(rules.flatMap(({ expr }) => expr.match(/\bdaybook_\w+/g) ?? []));
  const known = [...Object.keys(METRICS), 'daybook_program_up'];
  expect(names.size).toBeGreaterThan(8);
  expect([...names].filter((name) => !known.includes(name.replace(/_bucket$/, '')))).toEqual([]);
});

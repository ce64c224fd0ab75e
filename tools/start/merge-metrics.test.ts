import { expect, test } from 'vitest';
import { mergedMetrics } from './merge-metrics.ts';

const api = `# HELP requests_total Requests.
# TYPE requests_total counter
requests_total{process="api"} 3

# HELP cpu_seconds_total Time.
# TYPE cpu_seconds_total counter
cpu_seconds_total{process="api"} 1.5
`;
const worker = `# HELP cpu_seconds_total Time.
# TYPE cpu_seconds_total counter
cpu_seconds_total{process="worker"} 2

# HELP batches Events in a batch.
# TYPE batches histogram
batches_bucket{process="worker",le="+Inf"} 1
batches_sum{process="worker"} 7
`;

test('each metric stands once, with the samples of all programs', () => {
  const merged = mergedMetrics(
    new Map([
      ['api', api],
      ['worker', worker],
    ]),
  );
  expect(merged).toBe(`# HELP requests_total Requests.
# TYPE requests_total counter
requests_total{process="api"} 3
# HELP cpu_seconds_total Time.
# TYPE cpu_seconds_total counter
cpu_seconds_total{process="api"} 1.5
cpu_seconds_total{process="worker"} 2
# HELP batches Events in a batch.
# TYPE batches histogram
batches_bucket{process="worker",le="+Inf"} 1
batches_sum{process="worker"} 7
# HELP daybook_program_up 1 where the program has answered.
# TYPE daybook_program_up gauge
daybook_program_up{process="api"} 1
daybook_program_up{process="worker"} 1
`);
});

test('a program that does not answer is left out, and said to be', () => {
  const merged = mergedMetrics(
    new Map([
      ['api', null],
      ['worker', worker],
    ]),
  );
  expect(merged).not.toContain('requests_total');
  expect(merged).toContain('daybook_program_up{process="api"} 0\n');
  expect(merged).toContain('cpu_seconds_total{process="worker"} 2\n');
});

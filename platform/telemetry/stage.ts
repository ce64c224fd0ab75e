import { areMetricsOn, observe, secondsSince } from './metrics.ts';

/** The stages of a command (docs/architecture.md, 'What happens to a command'). */
export type Stage = 'session' | 'load' | 'decide' | 'append' | 'wait';

/** Runs a stage of a command, and measures it. Gives what `work` gives; throws what it throws. */
export function stage<Value>(name: Stage, work: () => Promise<Value>): Promise<Value> {
  return areMetricsOn() ? measured(name, work) : work();
}

async function measured<Value>(name: Stage, work: () => Promise<Value>): Promise<Value> {
  const beginMs = performance.now();
  try {
    return await work();
  } finally {
    observe('daybook_command_stage_duration_seconds', secondsSince(beginMs), { stage: name });
  }
}

/** The same of a stage that waits for nothing. */
export function stageAtOnce<Value>(name: Stage, work: () => Value): Value {
  const beginMs = performance.now();
  try {
    return work();
  } finally {
    observe('daybook_command_stage_duration_seconds', secondsSince(beginMs), { stage: name });
  }
}

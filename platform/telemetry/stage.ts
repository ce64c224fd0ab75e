import { areMetricsOn, observe, secondsSince } from './metrics.ts';
import { traceSpan } from './traces.ts';

/** The stages of a command (docs/architecture.md, 'What happens to a command'). */
export type Stage = 'session' | 'load' | 'decide' | 'append' | 'wait';

/** Runs a stage of a command, measured and in a span of its trace. Gives what `work` gives; throws what it throws. */
export function stage<Value>(name: Stage, work: () => Value): Value {
  if (!areMetricsOn()) return traceSpan(name, work);
  return traceSpan(name, () => measured(name, work));
}

function measured<Value>(name: Stage, work: () => Value): Value {
  const beginMs = performance.now();
  const end = () => observe('daybook_command_stage_duration_seconds', secondsSince(beginMs), { stage: name });
  let value: Value;
  try {
    value = work();
  } catch (error) {
    end();
    throw error;
  }
  if (!(value instanceof Promise)) {
    end();
    return value;
  }
  return value.finally(end) as Value;
}

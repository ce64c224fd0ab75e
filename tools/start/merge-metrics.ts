const BEGIN = '# HELP ';

/** The metrics of programs in Prometheus' text format, by their label `process`; null: the program doesn't answer. */
export type OfPrograms = ReadonlyMap<string, string | null>;

/**
 * Gives the metrics of all programs as one text: each metric once, with the samples of every program that has it, and
 * `daybook_program_up`, which says which programs have answered.
 */
export function mergedMetrics(programs: OfPrograms): string {
  // They start side by side, in any order.
  const byName = [...programs].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const samples = new Map<string, string>();
  for (const [, text] of byName) {
    for (const { head, lines } of metricsIn(text ?? '')) samples.set(head, (samples.get(head) ?? '') + lines);
  }
  const up = byName.map(([name, text]) => `daybook_program_up{process="${name}"} ${text === null ? 0 : 1}\n`);
  samples.set(
    `${BEGIN}daybook_program_up 1 where the program has answered.\n# TYPE daybook_program_up gauge\n`,
    up.join(''),
  );
  return [...samples].flat().join('');
}

/** Each metric of a text: its two first lines, which say what it is, and its samples. */
function metricsIn(text: string): { head: string; lines: string }[] {
  return text
    .split(new RegExp(`^(?=${BEGIN})`, 'm'))
    .map((metric) => metric.split('\n').filter((line) => line !== ''))
    .filter((lines) => lines.length > 0)
    .map(([help, type, ...lines]) => ({
      head: `${help}\n${type}\n`,
      lines: lines.map((line) => `${line}\n`).join(''),
    }));
}

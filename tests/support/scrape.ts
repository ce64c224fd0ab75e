/** The samples of a scrape: by name, the labels without `process` and the value of each, and which process has it. */
export type Sample = { name: string; process: string; labels: Record<string, string>; value: number };

/** Fetches metrics, and gives their text. Throws where they are not served. */
export async function scrape(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  if (response.status !== 200) throw new Error(`GET /metrics: ${response.status}`);
  return await response.text();
}

/** The samples of a text of metrics. Throws at a line that is none. */
export function samplesIn(text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', inner = '', value] = /^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/i.exec(line) ?? [];
      if (value === undefined) throw new Error(`no sample: ${line}`);
      const pairs = [...inner.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label = '', text = '']) => [label, text]);
      const { process = '', ...labels } = Object.fromEntries(pairs) as Record<string, string>;
      return { name, process, labels, value: Number(value) };
    });
}

/** The value of a sample by its name and labels; undefined where there is none. */
export function sampleOf(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  const wanted = Object.entries(labels);
  return samplesIn(text).find(
    (sample) => sample.name === name && wanted.every(([label, value]) => sample.labels[label] === value),
  )?.value;
}

/** The names of all metrics of a text. */
export function metricsIn(text: string): string[] {
  return [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name);
}

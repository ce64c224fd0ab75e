/** An instant with the precision of Postgres: `2026-11-20T18:30:00.000000Z`. */
export function toMicroseconds(instant: string): string {
  const [, fraction = ''] = /\.(\d+)/.exec(instant) ?? [];
  return `${new Date(instant).toISOString().slice(0, 19)}.${fraction.slice(0, 6).padEnd(6, '0')}Z`;
}

/** An instant of `toMicroseconds` without its microseconds: `2026-11-20T18:30:00.123000Z`. */
export function toMilliseconds(instant: string): string {
  return `${instant.slice(0, -'456Z'.length)}000Z`;
}

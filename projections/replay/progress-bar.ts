/** What a progress bar has to show. */
export type Progress = {
  /** Events applied in this run. */
  events: number;
  /** Events per second of this run. */
  rate: number;
  /** How far it is from the first event to the end of the log, from 0 to 1. */
  done: number;
  /** Seconds left at this pace; null before there is a pace. */
  left: number | null;
};

const WIDTH = 30;

/** One line that shows how far it is. */
export function progressLine({ events, rate, done, left }: Progress): string {
  const filled = Math.round(Math.min(1, done) * WIDTH);
  const bar = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`;
  const figures = `${String(Math.floor(Math.min(1, done) * 100)).padStart(3)} %  ${count(events)} events  ${count(rate)}/s`;
  return `${bar} ${figures}${left === null ? '' : `  ${duration(left)} left`}`;
}

const count = (value: number): string => Math.round(value).toLocaleString('en-US');

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** How far back the pace is measured that the time left is told by, in milliseconds. */
const WINDOW_MS = 10_000;

/**
 * Follows a replay from a position to the end of the log, both as fractions of positions the log counts in; the clock is
 * in milliseconds. Positions that a scavenge left empty are no work: those before the first event don't count as done,
 * and the time left is told by what went on lately.
 */
export class Pace {
  readonly #since: number;
  /** Before this there is nothing; null until the first event has come. */
  #start: number | null;
  #events = 0;
  #lately: { at: number; now: number }[] = [];

  /** From a position on, or from the first event of the log (null). */
  constructor(from: number | null, now: number) {
    this.#start = from === null ? null : 0;
    this.#since = now;
    if (from !== null) this.#lately.push({ at: from, now });
  }

  /** So many events more, up to a position. */
  advance(events: number, at: number, now: number): Progress {
    this.#events += events;
    this.#start ??= at;
    this.#lately.push({ at, now });
    while (this.#lately[1] && now - this.#lately[1].now > WINDOW_MS) this.#lately.shift();
    const [oldest = { at, now }] = this.#lately;
    const pace = now > oldest.now ? (at - oldest.at) / ((now - oldest.now) / 1_000) : 0;
    const seconds = (now - this.#since) / 1_000;
    return {
      events: this.#events,
      rate: seconds > 0 ? this.#events / seconds : 0,
      done: at >= 1 ? 1 : (at - this.#start) / (1 - this.#start),
      left: pace > 0 ? Math.max(0, 1 - at) / pace : null,
    };
  }
}

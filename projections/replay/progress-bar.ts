/** What a progress bar has to show. */
export type Progress = {
  /** Events applied in this run. */
  events: number;
  /** Events per second of this run. */
  rate: number;
  /** How much of the log is done, from 0 to 1. */
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

/**
 * Follows a replay from a position to the end of the log, both as fractions of positions the log counts in; the clock is
 * in milliseconds.
 */
export class Pace {
  readonly #since: number;
  readonly #from: number;
  #events = 0;

  constructor(from: number, now: number) {
    this.#from = from;
    this.#since = now;
  }

  /** So many events more, and so much of the log is done. */
  advance(events: number, done: number, now: number): Progress {
    this.#events += events;
    const seconds = (now - this.#since) / 1_000;
    const rate = seconds > 0 ? this.#events / seconds : 0;
    const pace = seconds > 0 ? (done - this.#from) / seconds : 0;
    return { events: this.#events, rate, done, left: pace > 0 ? Math.max(0, 1 - done) / pace : null };
  }
}

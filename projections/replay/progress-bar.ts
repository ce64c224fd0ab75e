/** The numbers of a progress bar. */
export type Progress = {
  /** Events applied in this run. */
  events: number;
  /** Events per second of this run. */
  rate: number;
  /** The part of the log that is done, from 0 to 1. */
  done: number;
  /** Seconds left at this rate; null while the rate is unknown. */
  left: number | null;
};

const BAR_CHARACTERS = 30;

/** The progress bar as one line of text. */
export function progressLine({ events, rate, done, left }: Progress): string {
  const filled = Math.round(Math.min(1, done) * BAR_CHARACTERS);
  const bar = `${'█'.repeat(filled)}${'░'.repeat(BAR_CHARACTERS - filled)}`;
  const percent = String(Math.floor(Math.min(1, done) * 100)).padStart(3);
  const figures = `${percent} %  ${count(events)} events  ${count(rate)}/s`;
  return `${bar} ${figures}${left === null ? '' : `  ${duration(left)} left`}`;
}

const count = (value: number): string => Math.round(value).toLocaleString('en-US');

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** The time window in which the rate is measured. */
const WINDOW_MS = 10_000;

/**
 * Measures a replay from a position to the end of the log, both as fractions of the log's positions; the clock is in
 * milliseconds. Positions that a scavenge left empty take no time: those before the first event don't count as done,
 * and the time left is estimated from the last seconds.
 */
export class Pace {
  readonly #since: number;
  /** The first position with an event; null before the first event. */
  #start: number | null;
  #events = 0;
  #lately: { position: number; now: number }[] = [];

  /** Starts at a position, or at the first event of the log (null). */
  constructor(from: number | null, now: number) {
    this.#start = from === null ? null : 0;
    this.#since = now;
    if (from !== null) this.#lately.push({ position: from, now });
  }

  /** Adds events that were applied, up to a position. */
  advance(events: number, position: number, now: number): Progress {
    this.#events += events;
    this.#start ??= position;
    this.#lately.push({ position, now });
    while (this.#lately[1] && now - this.#lately[1].now > WINDOW_MS) this.#lately.shift();
    const [oldest = { position, now }] = this.#lately;
    const pace = now > oldest.now ? (position - oldest.position) / ((now - oldest.now) / 1_000) : 0;
    const seconds = (now - this.#since) / 1_000;
    return {
      events: this.#events,
      rate: seconds > 0 ? this.#events / seconds : 0,
      done: position >= 1 ? 1 : (position - this.#start) / (1 - this.#start),
      left: pace > 0 ? Math.max(0, 1 - position) / pace : null,
    };
  }
}

import { LINK_TYPE } from '../rules/names.ts';
import type { RecordedEvent } from '../rules/recorded-event.ts';
import type { EventTable } from './event-table.ts';
import type { StreamViews } from './stream-views.ts';

/** What a read shows at one place: an event; or a link, with what it points to if that can be read. */
export type ResolvedEvent = {
  readonly event: RecordedEvent | undefined;
  readonly link: RecordedEvent | undefined;
};

/** An event shown as it is, be it a link or not. */
export const unresolved = (event: RecordedEvent): ResolvedEvent => ({ event, link: undefined });

type Target = {
  /** Maybe none, which is never found. */
  readonly stream: string;
  /** -1 for the stream's last. */
  readonly revision: bigint;
};

const LAST = -1n;
/** A number as .NET takes it: with spaces around and a sign. */
const NUMBER = /^[\t-\r ]*([+-]?\d+)[\t-\r ]*\0*$/;

/**
 * What a link points to, as `revision@stream` in its data: undefined for what is no link, 'nowhere' for one that has no
 * number where the revision should be.
 */
export function targetOfLink({ type, data }: Pick<RecordedEvent, 'type' | 'data'>): Target | 'nowhere' | undefined {
  if (type !== LINK_TYPE) return undefined;
  const [, number = '', stream = ''] = /^([^@]*)@?(.*)$/s.exec(data.toString()) ?? [];
  const [, digits] = NUMBER.exec(number) ?? [];
  if (digits === undefined) return 'nowhere';
  const revision = BigInt(digits.replace('+', ''));
  return BigInt.asIntN(64, revision) === revision ? { stream, revision } : 'nowhere';
}

const keyOf = ({ stream, revision }: Target): string => `${revision}@${stream}`;

/** Looks up what links point to. */
export class Links {
  readonly #table: EventTable;
  readonly #streamViews: StreamViews;

  constructor(table: EventTable, streamViews: StreamViews) {
    this.#table = table;
    this.#streamViews = streamViews;
  }

  /**
   * These events, the links among them resolved. One that points nowhere is shown as an event like others in what is
   * read, and as a link to nothing in what comes live.
   */
  async resolve(events: readonly RecordedEvent[], isLive: boolean): Promise<ResolvedEvent[]> {
    const targets = events.map(targetOfLink);
    const wanted = targets.filter((target) => target !== undefined && target !== 'nowhere');
    const found = await this.#readable(wanted);
    return events.map((event, index) => {
      const target = targets[index];
      if (target === undefined || (target === 'nowhere' && !isLive)) return unresolved(event);
      return { event: target === 'nowhere' ? undefined : found.get(keyOf(target)), link: event };
    });
  }

  async #readable(wanted: readonly Target[]): Promise<Map<string, RecordedEvent>> {
    const unique = new Map(wanted.map((target) => [keyOf(target), target]));
    const inReach = new Map<string, Target>();
    for (const [key, { stream, revision }] of unique) {
      if (stream === '') continue;
      const { found, first, last } = await this.#streamViews.of(stream);
      const at = revision === LAST ? last : revision;
      if (found === 'there' && at >= first && at <= last) inReach.set(key, { stream, revision: at });
    }
    if (inReach.size === 0) return new Map();
    const events = new Map((await this.#table.exactly([...inReach.values()])).map((event) => [keyOf(event), event]));
    const readable = [...inReach].map(([key, at]) => [key, events.get(keyOf(at))] as const);
    return new Map(readable.filter((each): each is [string, RecordedEvent] => each[1] !== undefined));
  }
}

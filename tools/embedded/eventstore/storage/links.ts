import { LINK_TYPE } from '../rules/names.ts';
import type { RecordedEvent } from '../rules/recorded-event.ts';
import type { EventTable } from './event-table.ts';
import type { StreamViews } from './stream-views.ts';

/** An event; or a link, with the event it points to if that is readable. */
export type ResolvedEvent = {
  readonly event: RecordedEvent | undefined;
  readonly link: RecordedEvent | undefined;
};

/** An event that is not resolved, whether it is a link or not. */
export const unresolved = (event: RecordedEvent): ResolvedEvent => ({ event, link: undefined });

type Target = {
  /** May be empty, which is no stream. */
  readonly stream: string;
  /** -1 for the stream's last event. */
  readonly revision: bigint;
};

const LAST = -1n;
/** A number as .NET parses it: a sign and white space are allowed. */
const NUMBER = /^[\t-\r ]*([+-]?\d+)[\t-\r ]*\0*$/;

/**
 * The target of a link, whose data are `revision@stream`: undefined for an event that is no link, 'nowhere' for a link
 * whose revision is no number.
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

/** Resolves links. */
export class Links {
  readonly #table: EventTable;
  readonly #streamViews: StreamViews;

  constructor(table: EventTable, streamViews: StreamViews) {
    this.#table = table;
    this.#streamViews = streamViews;
  }

  /**
   * Resolves the links among events. A link to nowhere is an ordinary event in reads, and a link to nothing when live.
   */
  async resolve(events: readonly RecordedEvent[], isLive: boolean): Promise<ResolvedEvent[]> {
    const targets = events.map(targetOfLink);
    const wanted = targets.filter((target) => target !== undefined && target !== 'nowhere');
    const targetEvents = await this.#readable(wanted);
    return events.map((event, index) => {
      const target = targets[index];
      if (target === undefined || (target === 'nowhere' && !isLive)) return unresolved(event);
      return { event: target === 'nowhere' ? undefined : targetEvents.get(keyOf(target)), link: event };
    });
  }

  async #readable(wanted: readonly Target[]): Promise<Map<string, RecordedEvent>> {
    const unique = new Map(wanted.map((target) => [keyOf(target), target]));
    const readableTargets = new Map<string, Target>();
    for (const [key, { stream, revision }] of unique) {
      if (stream === '') continue;
      const { status, first, last } = await this.#streamViews.find(stream);
      const target = revision === LAST ? last : revision;
      if (status === 'there' && target >= first && target <= last)
        readableTargets.set(key, { stream, revision: target });
    }
    if (readableTargets.size === 0) return new Map();
    const events = new Map(
      (await this.#table.exactly([...readableTargets.values()])).map((event) => [keyOf(event), event]),
    );
    const readable = [...readableTargets].map(([key, target]) => [key, events.get(keyOf(target))] as const);
    return new Map(readable.filter((pair): pair is [string, RecordedEvent] => pair[1] !== undefined));
  }
}

import { LINK_TYPE } from '../rules/names.ts';
import type { RecordedEvent } from '../rules/recorded-event.ts';
import type { EventTable } from './event-table.ts';
import type { Sights } from './sight.ts';

/** What a read shows at one place: an event; or a link, with what it points to if that can be read. */
export interface Shown {
  readonly event: RecordedEvent | undefined;
  readonly link: RecordedEvent | undefined;
}

/** An event shown as it is, be it a link or not. */
export const plainly = (event: RecordedEvent): Shown => ({ event, link: undefined });

interface Target {
  readonly stream: string;
  readonly revision: bigint;
}

const MAX_INT64 = 2n ** 63n - 1n;

/** What a link points to, as `revision@stream` in its data; undefined for what is no link. */
export function targetOfLink({ type, data }: Pick<RecordedEvent, 'type' | 'data'>): Target | undefined {
  if (type !== LINK_TYPE) return undefined;
  const [, digits = '', stream = ''] = /^(-?\d+)@(.+)$/s.exec(data.toString()) ?? [];
  if (stream === '') return undefined;
  const revision = BigInt(digits);
  return revision <= MAX_INT64 ? { stream, revision } : undefined;
}

const keyOf = ({ stream, revision }: Target): string => `${revision}@${stream}`;

/** Looks up what links point to. */
export class Links {
  readonly #table: EventTable;
  readonly #sights: Sights;

  constructor(table: EventTable, sights: Sights) {
    this.#table = table;
    this.#sights = sights;
  }

  /** These events, the links among them resolved. */
  async resolve(events: readonly RecordedEvent[]): Promise<Shown[]> {
    const targets = events.map(targetOfLink);
    const wanted = targets.filter((target) => target !== undefined);
    if (wanted.length === 0) return events.map(plainly);
    const found = await this.#readable(wanted);
    return events.map((event, index) => {
      const target = targets[index];
      return target ? { event: found.get(keyOf(target)), link: event } : plainly(event);
    });
  }

  async #readable(wanted: readonly Target[]): Promise<Map<string, RecordedEvent>> {
    const unique = [...new Map(wanted.map((target) => [keyOf(target), target])).values()];
    const inReach: Target[] = [];
    for (const target of unique) {
      const { found, first, last } = await this.#sights.of(target.stream);
      if (found === 'there' && target.revision >= first && target.revision <= last) inReach.push(target);
    }
    if (inReach.length === 0) return new Map();
    return new Map((await this.#table.exactly(inReach)).map((event) => [keyOf(event), event]));
  }
}

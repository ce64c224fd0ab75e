/** The longest address that every browser and Node's server take. */
const LONGEST = 8000;

/** The stream's page, a part of it, or one event. Revisions and positions as the event store counts them. */
export type Place = {
  readonly stream: string;
  readonly event?: bigint;
  readonly before?: bigint;
  readonly after?: bigint;
};

/**
 * Where something stands among the pages; null for a stream whose name is too long for any address. A browser takes the
 * names `.` and `..` for ways within the path, even when they are encoded, so these stand after the question mark.
 */
export function addressOf({ stream, event, before, after }: Place): string | null {
  const isWay = stream === '.' || stream === '..';
  const path = `/streams/${isWay ? '' : encodeURIComponent(stream).replaceAll('%24', '$')}`;
  const query = new URLSearchParams();
  if (isWay) query.set('name', stream);
  for (const [key, value] of Object.entries({ event, before, after }))
    if (value !== undefined) query.set(key, `${value}`);
  const address = query.size > 0 ? `${path}?${query}` : path;
  return address.length <= LONGEST ? address : null;
}

/** A request that asks for nothing there could be. */
export class BadAddress extends Error {}

const MAX_INT64 = 2n ** 63n - 1n;

/**
 * The place a request asks for, from the path and the query of its address; null where that names no stream.
 * @throws BadAddress where it can't be understood
 */
export function placeIn(path: string, query: URLSearchParams): Place | null {
  if (!path.startsWith('/streams/')) return null;
  const stream = decoded(path.slice('/streams/'.length)) || query.get('name') || '';
  if (stream === '') return null;
  const number = (key: string) => {
    const text = query.get(key);
    if (text === null) return {};
    // One before the first is where the oldest page begins.
    const value = /^(-1|\d{1,19})$/.test(text) ? BigInt(text) : undefined;
    if (value === undefined || value > MAX_INT64)
      throw new BadAddress(`'${key}' has to be a whole number, not '${text}'.`);
    return { [key]: value };
  };
  return { stream, ...number('event'), ...number('before'), ...number('after') };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new BadAddress('The name of the stream is not encoded as an address has to be.');
  }
}

/** The longest address that every browser and Node's server accept. */
const ADDRESS_CHARACTERS_MAX = 8000;

/**
 * A page of the browser: a stream's newest events, those before or after a number, or one event. Numbers are revisions,
 * or positions in `$all`.
 */
export type PageLocation = {
  readonly stream: string;
  readonly event?: bigint;
  readonly before?: bigint;
  readonly after?: bigint;
};

/**
 * The address of a page: path and query; null for a stream whose name is too long for an address. Browsers resolve the
 * names `.` and `..` as path segments, even when they are encoded, so these two names are in the query.
 */
export function addressOf({ stream, event, before, after }: PageLocation): string | null {
  const isDotSegment = stream === '.' || stream === '..';
  const path = `/streams/${isDotSegment ? '' : encodeURIComponent(stream).replaceAll('%24', '$')}`;
  const query = new URLSearchParams();
  if (isDotSegment) query.set('name', stream);
  for (const [key, value] of Object.entries({ event, before, after }))
    if (value !== undefined) query.set(key, `${value}`);
  const address = query.size > 0 ? `${path}?${query}` : path;
  return address.length <= ADDRESS_CHARACTERS_MAX ? address : null;
}

/** A request whose address is invalid; the message says why, for its sender. */
export class BadAddress extends Error {}

const MAX_INT64 = 2n ** 63n - 1n;

/**
 * The page that a request's path and query address, or null if they name no stream. Throws a `BadAddress` where they
 * are invalid.
 */
export function locationIn(path: string, query: URLSearchParams): PageLocation | null {
  if (!path.startsWith('/streams/')) return null;
  const stream = decoded(path.slice('/streams/'.length)) || query.get('name') || '';
  if (stream === '') return null;
  const number = (key: string) => {
    const text = query.get(key);
    if (text === null) return {};
    // The oldest page starts after -1, one before the first revision.
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

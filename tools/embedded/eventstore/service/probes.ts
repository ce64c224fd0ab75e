import type { WebAnswer, WebHandler } from '../grpc/web.ts';
import type { Guard } from './guard.ts';
import { VERSION } from './server-features.ts';

/** Headers of all EventStoreDB's answers except on `/health`. */
const HEADERS = {
  'access-control-allow-headers':
    'Content-Type, X-Requested-With, X-Forwarded-Host, X-Forwarded-Prefix, X-PINGOTHER, Authorization, ' +
    'ES-LongPoll, ES-ExpectedVersion, ES-EventId, ES-EventType, ES-RequireMaster, ES-RequireLeader, ' +
    'ES-HardDelete, ES-ResolveLinkTos',
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Location, ES-Position, ES-CurrentVersion',
};
const GET_HEADERS = { ...HEADERS, 'access-control-allow-methods': 'GET, OPTIONS' };

/** The formats of an answer, the default first, with their names in `?format=`. */
const FORMATS = [
  { type: 'application/json', name: 'json' },
  { type: 'text/xml', name: 'xml' },
  { type: 'application/xml', name: undefined },
  { type: 'text/plain', name: 'text' },
] as const;
type Format = (typeof FORMATS)[number];

const PING = 'Ping request successfully handled';

/** Gives the body of an answer in a format. */
type Body = (format: Format) => string;

const ping: Body = ({ type }) => {
  if (type === 'application/json') return json({ text: PING, msgTypeId: 123, label: 'Http' });
  if (type === 'text/plain') return `Text: ${PING}`;
  const namespaces =
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' + 'xmlns:xsd="http://www.w3.org/2001/XMLSchema"';
  return `<?xml version="1.0" encoding="utf-8"?><TextMessage ${namespaces}><Text>${PING}</Text></TextMessage>`;
};

const json = (value: unknown): string => JSON.stringify(value, undefined, 2);

/**
 * Answers the requests of probes and tools that are not gRPC, as EventStoreDB does: `/ping`, `/info` and
 * `/health/live`; 404 for any other path. Credentials are optional; wrong ones are refused, except on `/health`.
 */
export function probes(guard: Guard, isSecure: boolean): WebHandler {
  const info = json({
    esVersion: `${VERSION}.0`,
    state: 'leader',
    features: { projections: false, userManagement: isSecure, atomPub: false },
    authentication: { type: isSecure ? 'internal' : 'insecure', properties: null },
  });
  const bodies = new Map<string, Body>([
    ['/ping', ping],
    ['/info', () => info],
  ]);
  return ({ method, url, headers }) => {
    const { pathname, searchParams } = URL.parse(url, 'http://localhost') ?? new URL('http://localhost');
    if (/^\/health(\/|$)/i.test(pathname)) return health(method, pathname);
    if (!guard.acceptsCredentials(headers.authorization))
      return empty(401, { 'www-authenticate': 'X-Basic realm="ESDB"' });
    const bodyIn = bodies.get(pathname);
    if (!bodyIn) return empty(404, HEADERS);
    if (method === 'OPTIONS') return empty(200, GET_HEADERS);
    if (method !== 'GET') return empty(405, GET_HEADERS);
    const format = formatOf(searchParams.get('format'), headers.accept);
    if (!format) return empty(406, HEADERS);
    const body = bodyIn(format);
    const contentType = `${format.type}; charset=utf-8`;
    const length = String(Buffer.byteLength(body));
    return { status: 200, headers: { ...GET_HEADERS, 'content-type': contentType, 'content-length': length }, body };
  };
}

const empty = (status: number, headers: WebAnswer['headers'] = {}): WebAnswer => ({
  status,
  headers: status === 204 ? headers : { ...headers, 'content-length': '0' },
});

function health(method: string, pathname: string): WebAnswer {
  if (method !== 'GET' && method !== 'HEAD') return empty(405);
  return empty(/^\/health\/live\/?$/i.test(pathname) ? 204 : 404);
}

/** The format named in the query, else the best of those accepted; undefined without one. */
function formatOf(name: string | null, accept: string | undefined): Format | undefined {
  if (name) return FORMATS.find((format) => format.name === name.toLowerCase());
  if (!accept) return FORMATS[0];
  const accepted = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return { type, quality: quality ? Number(quality.slice(2)) : 1 };
  });
  for (const { type } of accepted.toSorted((a, b) => b.quality - a.quality)) {
    const format = FORMATS.find((format) => [format.type, format.type.replace(/\/.*/, '/*'), '*/*'].includes(type));
    if (format) return format;
  }
  return undefined;
}

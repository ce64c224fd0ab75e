import { Agent, type IncomingHttpHeaders, request } from 'node:http';

/** A request of the load generator. */
export type LoadRequest = { method: string; path: string; headers: Record<string, string>; body?: string };

/** Throughput, and the latency of each request in milliseconds. */
export type LoadResult = { perSecond: number; latencies: number[] };

/**
 * Sends requests from `clients` concurrent clients, each over its own connection, for `ms` milliseconds. Throws at the
 * first response that isn't 200.
 */
export async function load(
  origin: string,
  clients: number,
  ms: number,
  next: (client: number) => LoadRequest,
): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const latencies: number[] = [];
  const begin = performance.now();
  try {
    await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        while (performance.now() - begin < ms) {
          const since = performance.now();
          await send(origin, agent, next(client));
          latencies.push(performance.now() - since);
        }
      }),
    );
  } finally {
    agent.destroy();
  }
  return { perSecond: latencies.length / ((performance.now() - begin) / 1_000), latencies };
}

/** Sends a request and gives the body of the response. Throws an Error when its status isn't 200. */
export async function send(origin: string, agent: Agent | undefined, asked: LoadRequest): Promise<string> {
  return (await answerTo(origin, agent, asked)).text;
}

/** Sends a request and gives the response's body and headers. Throws an Error when its status isn't 200. */
export function answerTo(
  origin: string,
  agent: Agent | undefined,
  { method, path, headers, body }: LoadRequest,
): Promise<{ text: string; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const outgoing = request(origin + path, { method, agent, headers: { ...headers, ...length } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve({ text, headers: response.headers });
        else reject(new Error(`${method} ${path} was answered with ${response.statusCode}: ${text.slice(0, 200)}`));
      });
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

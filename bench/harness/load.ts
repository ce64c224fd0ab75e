import { Agent, request } from 'node:http';

/** One request, made anew each time it is asked for. */
export type Ask = { method: string; path: string; headers: Record<string, string>; body?: string };

/** What a load has come to. */
export type Loaded = { perSecond: number; latencies: number[] };

/**
 * Lets so many clients ask a server, each one request after another over a connection of its own, for so many
 * milliseconds. Gives the answers per second and how long each took, in milliseconds. Throws at the first answer that
 * is no success.
 */
export async function load(
  origin: string,
  clients: number,
  ms: number,
  next: (client: number) => Ask,
): Promise<Loaded> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const latencies: number[] = [];
  const begin = performance.now();
  try {
    await Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        while (performance.now() - begin < ms) {
          const since = performance.now();
          await ask(origin, agent, next(client));
          latencies.push(performance.now() - since);
        }
      }),
    );
  } finally {
    agent.destroy();
  }
  return { perSecond: latencies.length / ((performance.now() - begin) / 1_000), latencies };
}

/** Asks once and resolves with the text of the answer; rejects where it is no success. */
export function ask(origin: string, agent: Agent | undefined, { method, path, headers, body }: Ask): Promise<string> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const asking = request(origin + path, { method, agent, headers: { ...headers, ...length } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${method} ${path} was answered with ${response.statusCode}: ${text.slice(0, 200)}`));
      });
      response.on('error', reject);
    });
    asking.on('error', reject);
    asking.end(body);
  });
}

import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ProblemCode } from '../../contract/problems.ts';
import type { Log } from '../../platform/log.ts';
import { ProblemError } from './problem-error.ts';

/** A server that listens. */
export type Listening = {
  port: number;
  /** Takes no new connection, finishes the requests under way, and ends. */
  close(): Promise<void>;
};

/**
 * Listens on a port (0: any free one) of a host. What Node's HTTP parser can't read is answered with Problem Details and
 * logged by its code. Throws where the port is taken, saying so.
 */
export async function listen(handle: RequestListener, port: number, host: string, log: Log): Promise<Listening> {
  const server = createServer({ requestTimeout: 60_000, headersTimeout: 20_000 }, handle);
  refuseUnreadable(server, log);
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${port} is taken by another program: choose another one, like PORT=${port + 1}.`);
  }
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      await closed;
    },
  };
}

/** What Node calls the ways a request can't be read that have a problem of their own. */
const UNREADABLE: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Answers requests that can't be read, unless an answer has begun on their connection, and closes that. */
function refuseUnreadable(server: Server, log: Log): void {
  const latestAnswer = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request, response) => latestAnswer.set(request.socket, response));
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
    log.info({ code }, 'a request that could not be read');
    const answer = latestAnswer.get(socket);
    const hasBegun = answer?.headersSent && !answer.writableFinished;
    if (socket.writable && !hasBegun && code !== 'ECONNRESET') socket.write(refusal(UNREADABLE[code] ?? 'malformed'));
    // Without the error: the request's bytes hang on it.
    socket.destroy();
  });
}

/** A whole HTTP answer that says a problem. */
function refusal(code: ProblemCode): string {
  const problem = new ProblemError(code).toProblem();
  const body = JSON.stringify(problem);
  return [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ProblemCode } from '#contract/problems.ts';
import type { Log } from '#platform/log.ts';
import { ProblemError } from './problem-error.ts';

/** A listening HTTP server. */
export type Listening = {
  port: number;
  /** Stops accepting connections and waits for the requests in progress. */
  close(): Promise<void>;
};

/** Longer than proxies and load balancers keep a connection: they may send a request as it is closed here. */
const KEEP_ALIVE_MS = 65_000;

/**
 * Starts an HTTP server on a port (0: any free one) of a host. A request that Node's parser can't read is answered with
 * Problem Details and logged. Throws an Error that names the port when it is taken.
 */
export async function listen(handle: RequestListener, port: number, host: string, log: Log): Promise<Listening> {
  const server = createServer(
    { requestTimeout: 60_000, headersTimeout: 20_000, keepAliveTimeout: KEEP_ALIVE_MS },
    handle,
  );
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
      // A client that always has a request under way would keep its connection for ever.
      server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'));
      await closed;
    },
  };
}

/** Problems for error codes of Node's HTTP parser; any other code is malformed. */
const PARSER_ERRORS: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Answers unreadable requests, unless a response has begun on the connection, and closes the connection. */
function refuseUnreadable(server: Server, log: Log): void {
  const lastResponse = new WeakMap<Duplex, ServerResponse>();
  server.on('request', (request, response) => lastResponse.set(request.socket, response));
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
    log.info({ code }, 'unreadable request');
    const response = lastResponse.get(socket);
    const hasBegun = response?.headersSent && !response.writableFinished;
    if (socket.writable && !hasBegun && code !== 'ECONNRESET') {
      socket.write(problemResponse(PARSER_ERRORS[code] ?? 'malformed'));
    }
    // Not `destroy(error)`: the error holds the request's bytes.
    socket.destroy();
  });
}

/** A complete HTTP response with Problem Details. */
function problemResponse(code: ProblemCode): string {
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

import type { IncomingHttpHeaders } from 'node:http';

/** An HTTP request that is not gRPC, of any HTTP version. */
export type WebRequest = {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
};

export type WebAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for an answer without a body. */
  readonly body?: string;
};

export type WebHandler = (request: WebRequest) => WebAnswer;

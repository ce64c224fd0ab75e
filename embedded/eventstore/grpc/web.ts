import type { IncomingHttpHeaders } from 'node:http';

/** A request without gRPC, by whatever version of HTTP. */
export type WebRequest = {
  readonly method: string;
  /** The path, with what follows a question mark. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
};

export type WebAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** None where the status has none, or nothing is to be said. */
  readonly body?: string;
};

export type WebHandler = (request: WebRequest) => WebAnswer;

/** The gRPC status codes used here. */
export const Code = {
  ok: 0,
  unknown: 2,
  invalidArgument: 3,
  notFound: 5,
  permissionDenied: 7,
  resourceExhausted: 8,
  failedPrecondition: 9,
  aborted: 10,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  unauthenticated: 16,
} as const;

export type Code = (typeof Code)[keyof typeof Code];

/** A failed call: status code, message and trailers. */
export class RpcFailure extends Error {
  readonly code: Code;
  readonly trailers: Readonly<Record<string, string>>;

  constructor(code: Code, message: string, trailers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.code = code;
    this.trailers = trailers;
  }
}

/** Percent-encodes a gRPC status message: everything but printable ASCII, and `%`. */
const encodeMessage = (message: string): string =>
  message.replace(/[^ -$&-~]+/g, (text) =>
    Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );

/** Header values that arrive unchanged. */
const HEADER_VALUE = /^[!-~]([ -~]*[!-~])?$/;

/**
 * Gives the trailers of a failure. If one has a value that no trailer can have, the call fails with UNKNOWN, as in
 * EventStoreDB.
 */
export function trailersOf({ code, message, trailers }: RpcFailure): Record<string, string> {
  if (!Object.values(trailers).every((value) => HEADER_VALUE.test(value))) {
    return { 'grpc-status': String(Code.unknown), 'grpc-message': 'The failure names what no trailer can hold.' };
  }
  return { ...trailers, 'grpc-status': String(code), 'grpc-message': encodeMessage(message) };
}

/** gRPC's status codes, those that are used here. */
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

/** How a call ends that fails: a status with trailers. */
export class RpcFailure extends Error {
  readonly code: Code;
  readonly trailers: Readonly<Record<string, string>>;

  constructor(code: Code, message: string, trailers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.code = code;
    this.trailers = trailers;
  }
}

/** Text as gRPC wants it in a header: printable ASCII without `%`, the rest as percent and two digits. */
const encodeMessage = (message: string): string =>
  message.replace(/[^ -$&-~]+/g, (text) =>
    Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  );

/** What a header may hold without being changed on its way. */
const FITS_A_HEADER = /^[!-~]([ -~]*[!-~])?$/;

/** The trailers of a failure. What can't be said in trailers fails as a whole, as it does in EventStoreDB. */
export function trailersOf({ code, message, trailers }: RpcFailure): Record<string, string> {
  if (!Object.values(trailers).every((value) => FITS_A_HEADER.test(value))) {
    return { 'grpc-status': String(Code.unknown), 'grpc-message': 'The failure names what no trailer can hold.' };
  }
  return { ...trailers, 'grpc-status': String(code), 'grpc-message': encodeMessage(message) };
}

import streams, { type ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { Code, RpcFailure } from '../grpc/status.ts';
import type { Position } from '../rules/checkpoints.ts';
import { everything, type Filter, filterOf } from '../rules/filter.ts';
import { handlerFailed } from './failures.ts';

type Start<At> = 'start' | 'end' | At;

export type FilterRequest = {
  readonly matches: Filter;
  readonly window: number;
  readonly interval: number;
};

type Common = {
  readonly backwards: boolean;
  readonly resolveLinks: boolean;
  readonly structuredIds: boolean;
  readonly compatibility: number;
  /** The number of events to read; undefined for a subscription. */
  readonly count: bigint | undefined;
};

export type StreamRead = Common & {
  readonly stream: string;
  readonly from: Start<bigint>;
};

export type AllRead = Common & {
  readonly from: Start<Position>;
  readonly filter: FilterRequest | undefined;
};

export type ReadRequest =
  | { readonly kind: 'stream'; readonly read: StreamRead }
  | { readonly kind: 'all'; readonly read: AllRead };

const UNSIGNED_END = 2n ** 64n - 1n;
const TOO_LARGE = 2n ** 63n;

const invalid = (reason: string): RpcFailure => new RpcFailure(Code.invalidArgument, reason);

/** Parses a `ReadReq`. Throws an `RpcFailure` with EventStoreDB's code for a request that it refuses. */
export function parseReadRequest(bytes: Buffer): ReadRequest {
  const options = streams.ReadReq.deserializeBinary(bytes).getOptions();
  if (!options) throw handlerFailed();
  const common = commonOf(options);
  const stream = options.getStream();
  if (stream) {
    if (options.hasFilter()) throw invalid('A stream is read without a filter.');
    return { kind: 'stream', read: { ...common, ...streamAndRevision(stream) } };
  }
  const all = options.getAll();
  if (!all) throw invalid('Neither a stream nor $all is to be read.');
  const filter = options.getFilter();
  return { kind: 'all', read: { ...common, from: startInAll(all), filter: filter && filterRequest(filter) } };
}

function commonOf(options: ReadReq.Options): Common {
  const direction = options.getReadDirection();
  if (direction !== 0 && direction !== 1) throw invalid('The direction is unknown.');
  const isSubscription = options.hasSubscription();
  if (!isSubscription && !options.hasCount()) throw invalid('Neither a count nor a subscription is asked for.');
  if (isSubscription && direction === 1) throw invalid('A subscription goes forwards.');
  return {
    backwards: direction === 1,
    resolveLinks: options.getResolveLinks(),
    structuredIds: options.getUuidOption()?.hasStructured() ?? false,
    compatibility: options.getControlOption()?.getCompatibility() ?? 0,
    count: isSubscription ? undefined : BigInt(options.getCount()),
  };
}

function streamAndRevision(options: ReadReq.Options.StreamOptions): { stream: string; from: Start<bigint> } {
  const stream = Buffer.from(options.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString();
  if (stream === '') throw handlerFailed();
  if (options.hasStart()) return { stream, from: 'start' };
  if (options.hasEnd()) return { stream, from: 'end' };
  if (!options.hasRevision()) throw handlerFailed();
  const revision = BigInt(options.getRevision());
  if (revision === UNSIGNED_END) return { stream, from: 'end' };
  if (revision >= TOO_LARGE) throw handlerFailed();
  return { stream, from: revision };
}

function startInAll(options: ReadReq.Options.AllOptions): Start<Position> {
  if (options.hasStart()) return 'start';
  const position = options.getPosition();
  if (!position) return 'end';
  const commit = BigInt(position.getCommitPosition());
  const prepare = BigInt(position.getPreparePosition());
  if (commit === UNSIGNED_END && prepare === UNSIGNED_END) return 'end';
  if (commit < prepare || commit >= TOO_LARGE) throw handlerFailed();
  return { commit, prepare };
}

function filterRequest(options: ReadReq.Options.FilterOptions): FilterRequest {
  const expression = options.getStreamIdentifier() ?? options.getEventType();
  return {
    matches: expression ? compiled(options.hasEventType() ? 'type' : 'stream', expression) : everything,
    window: options.getMax(),
    interval: options.getCheckpointintervalmultiplier(),
  };
}

function compiled(on: 'stream' | 'type', expression: ReadReq.Options.FilterOptions.Expression): Filter {
  try {
    return filterOf({ on, regex: expression.getRegex(), prefixes: expression.getPrefixList() });
  } catch {
    throw handlerFailed();
  }
}

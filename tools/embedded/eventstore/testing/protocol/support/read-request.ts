import shared from '@eventstore/db-client/generated/shared_pb.js';
import messages, { type ReadReq } from '@eventstore/db-client/generated/streams_pb.js';

const { Options } = messages.ReadReq;

export type LogPosition = {
  readonly commit: bigint;
  readonly prepare: bigint;
};

/** A read or a subscription, of a stream or of `$all`; null leaves out a required field. */
export type ReadOptions = {
  readonly stream?: string | null;
  readonly all?: 'start' | 'end' | LogPosition;
  /** The start in a stream. */
  readonly from?: 'start' | 'end' | bigint | null;
  readonly direction?: number;
  readonly count?: bigint | null;
  readonly isSubscription?: boolean;
  readonly filter?:
    | { readonly on: 'stream' | 'type'; readonly prefixes?: string[]; readonly regex?: string }
    | undefined;
  readonly window?: number;
  readonly interval?: number;
  readonly compatibility?: number;
  readonly hasStructuredIds?: boolean;
};

const empty = () => new shared.Empty();

function streamOptions({ stream, from = 'start' }: ReadOptions): ReadReq.Options.StreamOptions {
  const options = new Options.StreamOptions();
  if (typeof stream === 'string') {
    const identifier = new shared.StreamIdentifier();
    identifier.setStreamName(Buffer.from(stream));
    options.setStreamIdentifier(identifier);
  }
  if (from === 'start') options.setStart(empty());
  else if (from === 'end') options.setEnd(empty());
  else if (from !== null) options.setRevision(String(from));
  return options;
}

function allOptions(all: NonNullable<ReadOptions['all']>): ReadReq.Options.AllOptions {
  const options = new Options.AllOptions();
  if (all === 'start') options.setStart(empty());
  else if (all === 'end') options.setEnd(empty());
  else {
    const position = new Options.Position();
    position.setCommitPosition(String(all.commit));
    position.setPreparePosition(String(all.prepare));
    options.setPosition(position);
  }
  return options;
}

function filterOptions({ filter, window, interval = 1 }: ReadOptions): ReadReq.Options.FilterOptions {
  const expression = new Options.FilterOptions.Expression();
  if (filter?.prefixes) expression.setPrefixList(filter.prefixes);
  if (filter?.regex !== undefined) expression.setRegex(filter.regex);
  const options = new Options.FilterOptions();
  if (filter?.on === 'stream') options.setStreamIdentifier(expression);
  else options.setEventType(expression);
  if (window === undefined) options.setCount(empty());
  else options.setMax(window);
  options.setCheckpointintervalmultiplier(interval);
  return options;
}

/** The request of a read or a subscription. */
export function readRequest(reading: ReadOptions): ReadReq {
  const { stream, all, direction = 0, count = 1000n, isSubscription, filter } = reading;
  const { compatibility, hasStructuredIds } = reading;
  const options = new Options();
  if (stream !== undefined) options.setStream(streamOptions(reading));
  if (all !== undefined) options.setAll(allOptions(all));
  options.setReadDirection(direction as 0 | 1);
  if (isSubscription) options.setSubscription(new Options.SubscriptionOptions());
  else if (count !== null) options.setCount(String(count));
  if (filter) options.setFilter(filterOptions(reading));
  else options.setNoFilter(empty());
  const ids = new Options.UUIDOption();
  if (hasStructuredIds) ids.setStructured(empty());
  else ids.setString(empty());
  options.setUuidOption(ids);
  if (compatibility !== undefined) {
    const control = new Options.ControlOption();
    control.setCompatibility(compatibility);
    options.setControlOption(control);
  }
  const request = new messages.ReadReq();
  request.setOptions(options);
  return request;
}

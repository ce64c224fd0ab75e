/** An event as it was given. */
export type ProposedEvent = {
  /** A UUID in lower case, with dashes. */
  readonly id: string;
  readonly type: string;
  /** Whether its content type says that the data is JSON. */
  readonly json: boolean;
  readonly data: Buffer;
  readonly metadata: Buffer;
};

/** An event as it was written. */
export type RecordedEvent = ProposedEvent & {
  /** Its place in `$all`: commit and prepare position in one. */
  readonly position: bigint;
  readonly stream: string;
  readonly revision: bigint;
  /** 100 ns since 1970. */
  readonly created: bigint;
};

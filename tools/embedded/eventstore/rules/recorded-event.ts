/** An event to be appended. */
export type ProposedEvent = {
  /** A UUID in lower case, with dashes. */
  readonly id: string;
  readonly type: string;
  /** Whether its content type says that the data is JSON. */
  readonly json: boolean;
  readonly data: Buffer;
  readonly metadata: Buffer;
};

/** An event in the log. */
export type RecordedEvent = ProposedEvent & {
  /** Commit and prepare position in `$all`, which are equal. */
  readonly position: bigint;
  readonly stream: string;
  readonly revision: bigint;
  /** 100 ns since 1970. */
  readonly created: bigint;
};

/** A difference between source and destination; `revision` is null when it concerns the whole stream. */
export class StreamDifference extends Error {
  override readonly name = 'Difference';
  readonly stream: string;
  readonly revision: bigint | null;

  constructor(stream: string, revision: bigint | null, sentence: string) {
    super(revision === null ? `${stream}: ${sentence}` : `${stream} at revision ${revision}: ${sentence}`);
    this.stream = stream;
    this.revision = revision;
  }
}

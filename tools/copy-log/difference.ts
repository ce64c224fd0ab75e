/** A difference between source and destination; `revision` is null when it concerns the whole stream. */
export class Difference extends Error {
  override readonly name = 'Difference';
  readonly stream: string;
  readonly revision: bigint | null;

  constructor(stream: string, revision: bigint | null, what: string) {
    super(revision === null ? `${stream}: ${what}` : `${stream} at revision ${revision}: ${what}`);
    this.stream = stream;
    this.revision = revision;
  }
}

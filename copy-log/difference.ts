/** Where the copy isn't what it is a copy of. `revision` is null where it isn't about one event. */
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

/** The texts of an entry that are searched; parts and tags are JSON. */
type Described = { title: string | null; note: string | null; tags: string | null; parts: string | null };

/**
 * The length of a text in code points. New texts are limited in UTF-16 code units (product 2.5); older events may hold
 * up to twice as many, and are no less sound.
 */
export function charactersIn(text: string): number {
  return [...text].length;
}

/** The columns of an entry's texts and tags, by the audit's own code (product 5.15). */
export function textColumns({ title, note, tags, parts }: Described): { texts: string; tag_keys: string | null } {
  const notes: { note?: string }[] = JSON.parse(parts ?? '[]');
  const keys: string[] = JSON.parse(tags ?? '[]');
  const texts = [title, note, ...notes.map((part) => part.note)];
  return {
    texts: texts.map(comparable).join('\t'),
    tag_keys: keys.length === 0 ? null : `#${keys.map((tag) => comparable(tag)).join('#')}#`,
  };
}

/** The column of what a bank said of an entry: of each row of a file the counterparty and the text. */
export function bankText(rows: readonly { text?: string | undefined; counterparty?: string | undefined }[]): string {
  return rows.map(({ counterparty, text }) => `${comparable(counterparty)}\t${comparable(text)}`).join('\t');
}

/** A text without case, marks and repeated spaces. */
export function comparable(text: string | null | undefined): string {
  const small = bare(text ?? '')
    .toLowerCase()
    .split('ß')
    .join('ss');
  return bare(small)
    .split(/\s/)
    .filter((word) => word !== '')
    .join(' ');
}

const bare = (text: string) =>
  text
    .normalize('NFKD')
    .split(/\p{Mark}/u)
    .join('');

import { comparableText } from '#ledger/model/comparable-text.ts';

type Described = {
  title?: string | null | undefined;
  note?: string | null | undefined;
  tags?: readonly string[] | null | undefined;
  parts?: readonly { note?: string | undefined }[] | null | undefined;
};

/**
 * The texts of an entry as search compares them, of which none has a tab, with one between each two: its title, its
 * note, and the notes of its parts in their order (decision 27).
 */
export function textsOf({ title, note, parts }: Described): string {
  const notes = (parts ?? []).map((part) => part.note);
  return [title, note, ...notes].map((text) => comparableText(text ?? '')).join('\t');
}

/** The tags of an entry as search compares them, such as `#holiday#paris#`, or null if it has none. */
export function tagKeysOf({ tags }: Described): string | null {
  return tags && tags.length > 0 ? `#${tags.map(comparableText).join('#')}#` : null;
}

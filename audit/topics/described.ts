import { NOTE_MAX, TAG_MAX, TAGS_MAX } from '#ledger/model/constants.ts';
import type { Application } from '../model/application.ts';
import { charactersIn } from '../model/texts.ts';

type Described = { note?: string | undefined; tags?: readonly string[] | undefined };

/** The note and the tags of an entry are there or absent, never empty, not too long, and no two tags are the same. */
export function describes(application: Application, label: string, { note, tags }: Described): void {
  if (note !== undefined && (note === '' || charactersIn(note) > NOTE_MAX)) {
    application.must(`${label}.note`, `1 to ${NOTE_MAX} characters`, note.length);
  }
  if (!tags) return;
  if (tags.length === 0 || tags.length > TAGS_MAX) {
    application.must(`${label}.tags`, `1 to ${TAGS_MAX}`, tags.length);
  }
  for (const tag of tags) {
    const isTag =
      tag.length <= TAG_MAX && [...tag].every((sign) => /[\p{L}\p{M}\p{Nd}]/u.test(sign) || '-_'.includes(sign));
    if (tag === '' || !isTag) application.must(`${label}.tags`, 'a tag', tag);
  }
  const bare = tags.map((tag) => tag.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss'));
  application.must(`${label}.tags`, new Set(bare).size, tags.length);
}

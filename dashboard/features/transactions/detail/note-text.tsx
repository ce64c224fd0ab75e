import { taggedText } from '../../../shared/entries/tagged-text.ts';
import { Fact } from '../../../ui/facts.tsx';
import { type FieldOrigins, SetByNote } from './origins.tsx';

/** The note of an entry, in its lines. */
export function NoteText({ note }: { note: string }) {
  return (
    <p dir="auto" className="note mt-5 whitespace-pre-line wrap-anywhere">
      {note}
    </p>
  );
}

/** The tags of an entry among its facts. */
export function TagsFact({ tags, origin }: { tags: readonly string[]; origin?: FieldOrigins[string] | undefined }) {
  return (
    <Fact term="Tags">
      <span className="wrap-anywhere">{taggedText(tags)}</span>
      <SetByNote origin={origin} />
    </Fact>
  );
}

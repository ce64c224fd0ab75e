import type { Effect, FieldChange } from '#contract/ledger-calls.ts';
import { useUser } from '../server/user.ts';
import { capitalized } from '../ui/capitalized.ts';
import { FieldValue } from './field-value.tsx';
import { fieldWords, isShown, nameOf } from './field-words.ts';

type Props = {
  effects: readonly Effect[];
  changes: readonly FieldChange[];
  /** Whether fields name their entry, because there are several. */
  named: boolean;
};

/** List of the effects of an undo: the kind of effect in the margin, the entry with its values beside it. */
export function Effects({ effects, changes, named }: Props) {
  const user = useUser();
  const shown = effects.filter(({ field }) => field === null || isShown(field, user));
  if (shown.length === 0) return null;
  return (
    <ul className="pb-2" aria-label="What the undo does">
      {shown.map((effect) => (
        <li
          key={effect.entry + effect.field}
          className="grid grid-cols-[5rem_minmax(0,1fr)] items-baseline gap-x-4 border-t border-rule py-[0.6rem]"
        >
          <span className="note text-[1.0625rem]">{capitalized(effect.what)}</span>{' '}
          <EffectText
            effect={effect}
            name={named || effect.field === null ? nameOf(effect.entry, changes, user) : null}
          />
        </li>
      ))}
    </ul>
  );
}

function EffectText({ effect: { entry, field, now, then }, name }: { effect: Effect; name: string | null }) {
  if (field === null)
    return <span className="wrap-anywhere">{String(now ?? then ?? name ?? 'What was recorded')}</span>;
  return (
    <span>
      <span className="block text-small text-ink-muted">{fieldWords(field, entry, name)}</span>
      <FieldValue field={field} value={now} /> <span className="text-ink-muted">becomes</span>{' '}
      <b className="font-semibold">
        <FieldValue field={field} value={then} />
      </b>
    </span>
  );
}

import type { ChangeSetEffect, FieldChange, UndoPreview } from '#contract/ledger-calls.ts';
import { useUser } from '../../server/user.ts';
import { capitalized } from '../../ui/capitalized.ts';
import { formatDay } from '../../ui/day.ts';
import { formatSigned } from '../../ui/money.ts';
import { AmountText } from '../entries/amount.tsx';
import { FieldValue } from './field-value.tsx';
import { fieldWords, isShown, nameInWords } from './field-words.ts';

type Props = {
  effects: readonly ChangeSetEffect[];
  changes: readonly FieldChange[];
  /** Whether fields name their entry, because there are several. */
  named: boolean;
};

/** On narrow screens the kind and the amount, and below them the entry, since the largest amount leaves no room. */
const ROW = [
  'grid grid-cols-[5rem_minmax(0,1fr)_max-content] items-baseline gap-x-4',
  'max-sm:grid-cols-[minmax(0,1fr)_max-content]',
].join(' ');
const TEXT = 'wrap-anywhere max-sm:order-1 max-sm:col-span-full';

/** List of the effects of an undo: the kind of effect in the margin, the entry with its values beside it. */
export function Effects({ effects, changes, named }: Props) {
  const user = useUser();
  const shown = effects.filter(({ field }) => field === null || isShown(field, user));
  if (shown.length === 0) return null;
  return (
    <ul className="pb-2" aria-label="What the undo does">
      {shown.map((effect) => (
        <li key={effect.entry + effect.field} className={`${ROW} border-t border-rule py-[0.6rem]`}>
          <span className="note text-[1.0625rem]">{capitalized(effect.what)}</span>{' '}
          <EffectText
            effect={effect}
            name={named || effect.field === null ? nameInWords(effect.entry, changes, user) : null}
            currency={user.currency}
          />
          <EffectAmount effect={effect} currency={user.currency} />
        </li>
      ))}
    </ul>
  );
}

/** Whether it is a confirmed day that comes or goes, which moves no money. Its name has its date. */
const isConfirmedDay = ({ type, date }: ChangeSetEffect) => type === null && date !== null;

function EffectText({ effect, name, currency }: { effect: ChangeSetEffect; name: string | null; currency: string }) {
  const { entry, field, now, then, amount, date } = effect;
  if (field === null) {
    const below = isConfirmedDay(effect)
      ? amount !== null && formatSigned(amount, currency)
      : date && formatDay(date).long;
    return (
      <span className={TEXT}>
        {String(now ?? then ?? name ?? 'What was recorded')}
        {below && <span className="block text-small text-ink-muted">{below}</span>}
      </span>
    );
  }
  return (
    <span className="col-span-2 max-sm:col-span-full">
      <span className="block text-small text-ink-muted">{fieldWords(field, entry, name)}</span>
      <FieldValue field={field} value={now} /> <span className="text-ink-muted">becomes</span>{' '}
      <b className="font-semibold">
        <FieldValue field={field} value={then} />
      </b>
    </span>
  );
}

/** Amount of what is removed or restored, with the sign that it has in lists. */
function EffectAmount({ effect, currency }: { effect: ChangeSetEffect; currency: string }) {
  const { type, amount } = effect;
  if (amount === null || isConfirmedDay(effect)) return null;
  return type === null ? <span>{formatSigned(amount, currency)}</span> : <AmountText {...{ type, amount, currency }} />;
}

/** Whether an undo concerns money, not only words or days. */
export function movesMoney({ change, effects }: Pick<UndoPreview, 'change' | 'effects'>): boolean {
  return change !== 0 || effects.some((effect) => effect.amount !== null && !isConfirmedDay(effect));
}

/** Last line of the list: what the effects add to the balance. `partly`: what is still asked may add to it. */
export function EffectsTotal({ change, partly }: { change: number; partly: boolean }) {
  const { currency } = useUser();
  return (
    <p className={`${ROW} py-[0.6rem]`}>
      <span className="note text-[1.0625rem]">Total</span>{' '}
      <span className={`${TEXT} text-small text-ink-muted`}>
        {partly ? 'change of the balance, without what is asked' : 'change of the balance'}
      </span>{' '}
      <span className="double double-fine">{formatSigned(change, currency)}</span>
    </p>
  );
}

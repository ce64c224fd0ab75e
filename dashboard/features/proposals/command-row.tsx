import type { ProposalEffect } from '#contract/proposal-calls.ts';
import { useUser } from '../../server/user.ts';
import { AmountText } from '../../shared/entries/amount.tsx';
import { FieldValue } from '../../shared/undo/field-value.tsx';
import { fieldLabel, isShown, nameInWords } from '../../shared/undo/field-words.ts';
import { formatDay } from '../../ui/day.ts';
import { CheckMark } from '../../ui/fields.tsx';
import { formatSigned } from '../../ui/money.ts';

type Props = {
  index: number;
  effects: readonly ProposalEffect[];
  /** Why the books refuse the command; null if they don't. */
  problem: string | null;
  isTaken: boolean;
  /** Whether it is the only command, which is accepted or declined as a whole. */
  isAlone: boolean;
  onToggle: (isTaken: boolean) => void;
};

/** A command of a proposal: what it would do, or why it can't be done; it can be left out. */
export function CommandRow({ index, effects, problem, isTaken, isAlone, onToggle }: Props) {
  const user = useUser();
  const shown = effects.filter(({ field }) => field === null || isShown(field, user));
  const isFixed = isAlone || problem !== null;
  return (
    <li className="flex items-baseline gap-4 border-b border-rule py-[0.6rem]">
      {!isFixed && <CheckMark label={`Take change ${index + 1}`} checked={isTaken} onChange={onToggle} />}
      <div className={isTaken || problem !== null ? 'min-w-0 flex-1' : 'min-w-0 flex-1 text-ink-muted line-through'}>
        {problem === null ? (
          shown.map((effect) => <EffectLine key={`${effect.entry} ${effect.field}`} effect={effect} />)
        ) : (
          <p className="text-danger">
            Change {index + 1} can't be done: {problem}.
          </p>
        )}
      </div>
    </li>
  );
}

const LINE = 'flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 not-first:mt-1';

function EffectLine({ effect }: { effect: ProposalEffect }) {
  const user = useUser();
  const { entry, name, what, field, now, then, type, amount, date } = effect;
  const title = name ?? nameInWords(entry, [], user) ?? 'Entry';
  if (field !== null) {
    return (
      <p className="wrap-anywhere not-first:mt-1">
        {title} <span className="note text-[1.0625rem]">{fieldLabel(field).toLowerCase()}</span>{' '}
        <FieldValue field={field} value={now} /> <span className="text-ink-muted">becomes</span>{' '}
        <b className="font-semibold">
          <FieldValue field={field} value={then} />
        </b>
      </p>
    );
  }
  return (
    <p className={LINE}>
      <span className="min-w-0 wrap-anywhere">
        <span className="note text-[1.0625rem]">{what}</span> {title}
        {date !== null && <span className="text-small text-ink-muted"> {formatDay(date).long}</span>}
      </span>
      {amount !== null &&
        (type === null ? (
          <span>{formatSigned(amount, user.currency)}</span>
        ) : (
          <AmountText type={type} amount={amount} currency={user.currency} />
        ))}
    </p>
  );
}

import { type ReactNode, useId } from 'react';
import type { ChangeSet, FieldChange } from '#contract/ledger-calls.ts';
import type { User } from '#contract/user.ts';
import { useUser } from '../../server/user.ts';
import type { ConflictGroup } from './conflict-groups.ts';
import { FieldValue } from './field-value.tsx';
import { fieldWords, nameInWords, UNTITLED_TRANSFER } from './field-words.ts';
import { recordedDayAndTime } from './recorded.ts';

type Answer = 'now' | 'then';

type Props = {
  group: ConflictGroup;
  /** The change-sets in the way, by their ids. */
  later: ReadonlyMap<string, ChangeSet>;
  changes: readonly FieldChange[];
  /** Whether fields name their entry, because there are several. */
  named: boolean;
  answer: Answer | undefined;
  onAnswer: (answer: Answer) => void;
};

/** Question about an entry or field that later change-sets have changed: whether it stays, or goes back. */
export function ConflictChoice({ group, later, changes, named, answer, onAnswer }: Props) {
  const user = useUser();
  const name = useId();
  const inTheWay = group.conflicts.flatMap(({ changeSetId }) => later.get(changeSetId) ?? []);
  const entryName = named || group.field === null ? nameInWords(group.entry, changes, user) : null;
  const { heading, now, then } = wordsOf(group, entryName, inTheWay, user);
  return (
    <fieldset className="mb-5 border-t border-rule-strong last-of-type:mb-0">
      <legend className="float-left w-full pt-4 font-semibold wrap-anywhere">{heading}</legend>
      <p className="clear-both text-small text-ink-muted">Changed since{inTheWay.length > 0 ? ', by:' : '.'}</p>
      <ul className="pb-2 text-small text-ink-muted">
        {inTheWay.map((changeSet) => (
          <li key={changeSet._id} className="wrap-anywhere">
            {changeSet.summary}, on {recordedDayAndTime(changeSet)}
          </li>
        ))}
      </ul>
      <Choice name={name} {...now} checked={answer === 'now'} onChoose={() => onAnswer('now')} />
      <Choice name={name} {...then} checked={answer === 'then'} onChoose={() => onAnswer('then')} />
    </fieldset>
  );
}

type Words = { heading: string; now: ChoiceWords; then: ChoiceWords };

/** Label of a choice, and the value that it stands for. */
type ChoiceWords = { label: string; children?: ReactNode };

/** The subject of the question, and the words of both choices: the value stays, or it becomes what it was. */
function wordsOf(
  { entry, field, conflicts }: ConflictGroup,
  name: string | null,
  inTheWay: readonly ChangeSet[],
  { accounts }: User,
): Words {
  const { _id, now, then } = conflicts[0] ?? {};
  if (field !== null)
    return {
      heading: fieldWords(field, entry, name),
      now: { label: 'Keep', children: <FieldValue field={field} value={now} /> },
      then: { label: 'Restore', children: <FieldValue field={field} value={then} /> },
    };
  const heading = String(now ?? then ?? name ?? 'What was recorded');
  if (_id === entry) return { heading, now: { label: 'Keep deleted' }, then: { label: 'Restore' } };
  // A transfer without a title has no name while it is there, either.
  const isNamed = name !== null && name !== UNTITLED_TRANSFER;
  const isGone = now === null && (isNamed || inTheWay.some(({ kind }) => kind.startsWith('delete-')));
  if (isGone) return { heading, now: { label: 'Keep deleted' }, then: { label: 'Remove for good' } };
  const isAccount = accounts.some(({ _id }) => _id === entry);
  return { heading, now: { label: 'Keep' }, then: { label: isAccount ? 'Remove with all in it' : 'Remove' } };
}

const DOT = [
  'grid size-[18px] flex-none place-items-center rounded-full border border-rule-strong',
  'after:size-2 after:rounded-full peer-checked:border-accent peer-checked:after:bg-accent',
  'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus',
].join(' ');

type ChoiceProps = ChoiceWords & { name: string; checked: boolean; onChoose: () => void };

const CHOICE =
  'relative flex min-h-control cursor-pointer items-center gap-[0.65rem] border-t border-rule py-2 touch:min-h-11';

/** Radio button with its label, and at the right its value. */
function Choice({ name, label, checked, onChoose, children }: ChoiceProps) {
  return (
    <label className={CHOICE}>
      <input
        type="radio"
        name={name}
        className="peer absolute inset-0 cursor-pointer opacity-0"
        checked={checked}
        onChange={onChoose}
      />
      <span className={DOT} />
      {label}
      <span className="ml-auto min-w-0 pl-4 text-right">{children}</span>
    </label>
  );
}

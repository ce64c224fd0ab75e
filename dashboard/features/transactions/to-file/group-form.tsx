import { type KeyboardEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { GroupToFile } from '#contract/to-file-calls.ts';
import { CATEGORY_NAME_MAX } from '#ledger/model/categories.ts';
import { usePreferences } from '../../../browser-state/preferences.ts';
import { useCommand } from '../../../commands/use-command.ts';
import { isLetterKey, LETTER_KEYS } from '../../../keys/letter-keys.ts';
import { useUser } from '../../../server/user.ts';
import { useCategories } from '../../../shared/categories/use-categories.ts';
import { countWords } from '../../../shared/entries/count-words.ts';
import { offerAlways } from '../../../shared/undo/offer-always.tsx';
import { Button } from '../../../ui/button.tsx';
import { formatDay } from '../../../ui/day.ts';
import { FormField, Input } from '../../../ui/fields.tsx';
import { formatMoney } from '../../../ui/money.ts';
import { matchingCategories, type Offer } from './matching-categories.ts';

type Props = {
  group: GroupToFile;
  /** Letters that are typed already. */
  letters: string;
  /** When a key skipped the group before this one, in milliseconds as events count them; null for no key. */
  skippedAtMs: number | null;
  onDone: () => void;
  /** Leaves the group for later; `atMs` where a key did. */
  onSkip: (atMs: number | null) => void;
  /** Goes back to the group that was skipped: the key was the first letter of a name. */
  onResume: (letters: string) => void;
};

/** The number of categories that are offered below what is typed. */
const OFFERS_MAX = 16;
const LETTER = /^[\p{L}\p{N}]$/u;
/** A letter that follows the key for skipping faster belongs to a name, as 'shopping' has it. */
const NEXT_LETTER_MS = 700;

/**
 * A group of entries and what files all of them: the proposal by Enter, a category by typing its name, a new one by n;
 * s leaves the group for later.
 */
export function GroupForm({ group, letters, skippedAtMs, onDone, onSkip, onResume }: Props) {
  const { currency } = useUser();
  const { letterKeys } = usePreferences();
  const { title, type, count, amount, first, last, ids, query, proposal } = group;
  const categories = useCategories();
  const [typed, setTyped] = useState(letters);
  const [isNaming, setNaming] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [filed, setFiled] = useState<Offer | null>(null);
  // Letters that are typed go on in the field.
  useEffect(() => (letters === '' ? heading : search).current?.focus(), [letters]);
  const filing = useCommand('bulk', {
    saved: () => `${countWords(ids.length)} filed`,
    failed: 'Unable to file the entries',
    onSaved: onDone,
  });
  const adding = useCommand('addCategory', {
    failed: 'Unable to add the category',
    onSaved: ({ category: { _id, name } }) => {
      setNaming(false);
      void file({ categoryId: _id, name, label: name });
    },
  });
  const pending = filing.pending || adding.pending;
  const offers = matchingCategories(categories, type, typed).slice(0, OFFERS_MAX);

  async function file(offer: Offer) {
    setFiled(offer);
    const isFiled = await filing.send({ select: { ids }, change: { categoryId: offer.categoryId } });
    setFiled(null);
    if (isFiled) offerAlways({ when: query, category: offer.name });
  }

  const proposed = proposal && { categoryId: proposal.categoryId, name: proposal.category, label: proposal.category };

  /** Keys of the group. What is typed in a field is text, but for Enter. */
  function onKeyDown(event: KeyboardEvent) {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const pressed = { key, target, ctrlKey, metaKey, altKey };
    if (pending || ctrlKey || metaKey || altKey || isNaming) return;
    const isInField = target === search.current;
    const isOnButton = target instanceof HTMLButtonElement;
    if (key === 'Enter' && !isOnButton) {
      const offer = typed.trim() === '' ? proposed : offers[0];
      if (!offer) return;
      taken(event);
      void file(offer);
    } else if (isInField) {
      if (key === 'Escape' && typed !== '') {
        taken(event);
        setTyped('');
        heading.current?.focus();
      }
    } else if (isLetterKey(pressed, 'skip')) {
      taken(event);
      onSkip(event.timeStamp);
    } else if (LETTER.test(key) && skippedAtMs !== null && event.timeStamp - skippedAtMs < NEXT_LETTER_MS) {
      taken(event);
      onResume(LETTER_KEYS.skip + key);
    } else if (isLetterKey(pressed, 'newCategory')) {
      taken(event);
      setNaming(true);
    } else if (LETTER.test(key)) {
      taken(event);
      setTyped(typed + key);
      search.current?.focus();
    }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its buttons do the same.
    <div onKeyDown={onKeyDown}>
      <h2 ref={heading} tabIndex={-1} className="subtitle wrap-anywhere outline-none">
        {title}
      </h2>
      <p className="mt-1 mb-5 text-ink-muted">
        {countWords(count)}, {formatMoney(amount, currency)}{' '}
        {first === last ? `on ${formatDay(first).long}` : `from ${formatDay(first).long} to ${formatDay(last).long}`}
        {type === 'Income' && ', income'}
      </p>
      {isNaming ? (
        <NewCategory
          pending={adding.pending}
          onCancel={() => {
            setNaming(false);
            requestAnimationFrame(() => heading.current?.focus());
          }}
          onAdd={(name) => void adding.send({ name, kind: type })}
        />
      ) : (
        <>
          {proposed && (
            <div className="mb-5 flex flex-wrap items-baseline gap-x-4 gap-y-2">
              <Button
                kind="primary"
                writes
                pending={filed?.categoryId === proposed.categoryId}
                onClick={() => void file(proposed)}
              >
                {proposed.name}
              </Button>
              <span className="note">{proposal?.reason}</span>
            </div>
          )}
          <FormField label={proposed ? 'Or another category' : 'Category'} error={undefined} className="max-w-80">
            {(props) => (
              <Input
                {...props}
                ref={search}
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
                autoComplete="off"
                placeholder="Type to search"
              />
            )}
          </FormField>
          <ul className="mt-3 flex flex-wrap gap-2">
            {offers.map((offer, index) => (
              <li key={offer.categoryId}>
                <Button
                  size="small"
                  writes
                  pending={filed?.categoryId === offer.categoryId && filed.categoryId !== proposed?.categoryId}
                  kind={typed.trim() !== '' && index === 0 ? 'primary' : 'secondary'}
                  onClick={() => void file(offer)}
                >
                  {offer.label}
                </Button>
              </li>
            ))}
            {offers.length === 0 && <li className="text-small text-ink-muted">No category has these words.</li>}
          </ul>
          <div className="-ml-[1.05rem] mt-4 flex flex-wrap items-center">
            <Button kind="quiet" size="small" writes onClick={() => setNaming(true)}>
              New category…
            </Button>
            <Button kind="quiet" size="small" writes={false} onClick={() => onSkip(null)}>
              Skip
            </Button>
            <Link
              className="link ml-4 text-small"
              to={`/transactions?${new URLSearchParams({ q: `category:- ${query}` })}`}
            >
              Show the entries
            </Link>
          </div>
          <p className="mt-4 text-small text-ink-muted max-sm:hidden">
            {proposed ? 'Enter takes the proposal, letters' : 'Letters'} search
            {letterKeys && ', n makes a new category, s skips'}.
          </p>
          <p role="status" className="sr-only">
            {filed && `Filing under ${filed.name}`}
          </p>
        </>
      )}
    </div>
  );
}

/** Keeps the keys of the whole dashboard from having a key, too. */
function taken(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

type NewCategoryProps = { pending: boolean; onAdd: (name: string) => void; onCancel: () => void };

function NewCategory({ pending, onAdd, onCancel }: NewCategoryProps) {
  const [name, setName] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const formId = useId();
  useEffect(() => input.current?.focus(), []);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (name.trim() !== '') onAdd(name.trim());
  }

  return (
    <form id={formId} onSubmit={submit} className="grid max-w-80 gap-4">
      <FormField label="Name of the new category" error={undefined}>
        {(props) => (
          <Input
            {...props}
            ref={input}
            value={name}
            maxLength={CATEGORY_NAME_MAX}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              taken(event);
              onCancel();
            }}
          />
        )}
      </FormField>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" kind="primary" pending={pending} disabled={name.trim() === ''}>
          Add and file
        </Button>
        <Button kind="quiet" writes={false} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

import { type KeyboardEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { type Category, categoryInput } from '#contract/category-calls.ts';
import { CATEGORY_NAME_MAX } from '#ledger/model/categories.ts';
import { useInPlace } from '../../commands/use-in-place.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorText, Input } from '../../ui/fields.tsx';

type Props = { category: Pick<Category, '_id' | 'name'>; level: 1 | 2; onDone: () => void };

/** Form for the name of a category, in the place of its name. Escape leaves it. */
export function RenameCategory({ category: { _id, name }, level, onDone }: Props) {
  const [typed, setTyped] = useState(name);
  const [wrong, setWrong] = useState<string>();
  const { send, pending, problem, forget } = useInPlace('renameCategory', {
    saved: 'Category renamed',
    failed: 'Unable to rename the category',
    onSaved: onDone,
  });
  const input = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const error = wrong ?? problem;
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (typed.trim() === name) return onDone();
    const read = categoryInput.shape.name.safeParse(typed);
    setWrong(read.error?.issues[0]?.message);
    if (read.success) void send({ categoryId: _id, name: read.data });
    input.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onDone();
  }

  return (
    <form noValidate className={`grid gap-1 py-[0.3rem] ${level === 2 ? 'pl-7 max-sm:pl-5' : ''}`} onSubmit={submit}>
      <div className="flex items-center gap-2">
        <Input
          ref={input}
          aria-label={`Name of ${name}`}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
          autoComplete="off"
          maxLength={CATEGORY_NAME_MAX}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setWrong(undefined);
            forget();
          }}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" size="small" pending={pending}>
          Save
        </Button>
        <Button kind="quiet" size="small" onClick={onDone}>
          Cancel
        </Button>
      </div>
      <ErrorText id={errorId} error={error} />
    </form>
  );
}

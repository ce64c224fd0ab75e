import { type KeyboardEvent, useRef } from 'react';

/** Letters that follow one another faster belong to one search. */
const PAUSE_MS = 1000;

/** The value of an option that asks for a new value: no name begins with a space. */
export const NEW_VALUE = ' new';

/** The letters of NEW_VALUE's option that choose it: fewer of them search for something else. */
const NEW_LETTERS_MIN = 3;

/**
 * Returns a handler for the keys of a select: typed letters choose the next option with a word that begins with
 * them, or else one that has them anywhere. 'bak' finds 'Food & Drinks › Bakery'; a browser's own search finds an
 * option by its first word only. The same letter again goes on to the next option. While the list is open, letters give
 * an option the focus, and Enter chooses it. With `isSubmitting`, Enter after letters submits the form.
 */
export function useTypedOption(isSubmitting = false): (event: KeyboardEvent<HTMLSelectElement>) => void {
  const search = useRef({ letters: '', atMs: 0, chosen: -1 });
  return (event) => {
    const { key, timeStamp, currentTarget: select } = event;
    const isListOpen = event.target instanceof HTMLOptionElement;
    if (isSubmitting && key === 'Enter' && !isListOpen && select.selectedIndex === search.current.chosen) {
      event.preventDefault();
      search.current.chosen = -1;
      select.form?.requestSubmit();
      return;
    }
    if (key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    const isNew = timeStamp - search.current.atMs > PAUSE_MS;
    if (key === ' ' && isNew) return;
    event.preventDefault();
    const letters = (isNew ? '' : search.current.letters) + key.toLowerCase();
    const at = event.target instanceof HTMLOptionElement ? event.target.index : select.selectedIndex;
    const index = indexOf(select, letters, at);
    search.current = { letters, atMs: timeStamp, chosen: index ?? -1 };
    if (isListOpen && index !== null) return select.options[index]?.focus();
    if (index === null || index === select.selectedIndex) return;
    select.selectedIndex = index;
    for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }));
  };
}

/** Index of the option that letters choose, from the option at an index on; null if no option has them. */
function indexOf(select: HTMLSelectElement, letters: string, at: number): number | null {
  const isRepeated = letters.length > 1 && new Set(letters).size === 1;
  const sought = isRepeated ? letters.slice(0, 1) : letters;
  const isNext = sought.length === 1;
  const start = at + (isNext ? 1 : 0);
  const all = [...select.options].map((option, index) => ({ option, index }));
  const order = [...all.slice(start), ...all.slice(0, start)].filter(
    ({ option }) => !option.disabled && (option.value !== NEW_VALUE || letters.length >= NEW_LETTERS_MIN),
  );
  const first = (has: (text: string) => boolean) => order.find(({ option }) => has(option.text.toLowerCase()));
  const chosen =
    first((text) => text.startsWith(sought)) ??
    first((text) => text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(sought))) ??
    first((text) => text.includes(sought));
  return chosen?.index ?? null;
}

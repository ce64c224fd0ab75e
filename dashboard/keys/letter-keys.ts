import { areLetterKeysOn } from '../browser-state/preferences.ts';
import { isTextField } from '../ui/keys.ts';

/** The keys of a single letter or sign, by what they do. A switch in Settings turns all of them off (product 9.14). */
export const LETTER_KEYS = {
  enter: 'n',
  find: '/',
  keys: '?',
  next: 'j',
  previous: 'k',
  edit: 'e',
  select: 'x',
  category: 'c',
  newCategory: 'n',
  skip: 's',
  accept: 'a',
  decline: 'd',
} as const;

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>;

/** Whether a key is pressed that only does something while letter keys are on, or is typed in a text field. */
export function isLetterOff({ key, target }: Pick<KeyboardEvent, 'key' | 'target'>): boolean {
  return key !== ' ' && [...key].length === 1 && (!areLetterKeysOn() || isTextField(target));
}

/** Whether this letter key is pressed, alone, while letter keys are on, and not in a text field. */
export function isLetterKey(event: Pressed, name: keyof typeof LETTER_KEYS): boolean {
  const isModified = event.ctrlKey || event.metaKey || event.altKey;
  return event.key === LETTER_KEYS[name] && !isModified && !isLetterOff(event);
}

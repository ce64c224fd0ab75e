import { LETTER_KEYS } from './letter-keys.ts';

/** Keys that do the same, each with those that are held down with it, and what they do. */
type Keys = { keys: readonly (readonly string[])[]; does: string };

const { enter, find, keys, next, previous, edit, select, category, newCategory, skip, accept, decline } = LETTER_KEYS;

/** All keys of the dashboard, by where they are for something (product 9.2). */
export const KEY_GROUPS: readonly { name: string; of: readonly Keys[] }[] = [
  {
    name: 'Everywhere',
    of: [
      { keys: [[enter]], does: 'Enter a line' },
      { keys: [[keys]], does: 'Show these keys' },
      { keys: [['Ctrl', 'K']], does: 'Command palette' },
      { keys: [['Ctrl', 'Z']], does: 'Undo' },
      { keys: [['Ctrl', 'Shift', 'Z']], does: 'Redo' },
      { keys: [['Esc']], does: 'Close what is open' },
    ],
  },
  {
    name: 'Transactions',
    of: [
      { keys: [[find]], does: 'Find entries' },
      { keys: [[next], ['↓']], does: 'Next row' },
      { keys: [[previous], ['↑']], does: 'Row before' },
      { keys: [['Page Down'], ['Page Up']], does: 'A page of rows' },
      { keys: [['Home'], ['End']], does: 'First row, last row' },
      { keys: [['Enter'], ['Space']], does: 'Open the row' },
      { keys: [[edit]], does: 'Change it in its place' },
      { keys: [[select]], does: 'Select it, or not' },
      {
        keys: [
          ['Shift', '↓'],
          ['Shift', '↑'],
        ],
        does: 'Select a range',
      },
      { keys: [['Ctrl', 'A']], does: 'Select all that are found' },
      { keys: [[category]], does: 'Change the category of what is selected, or of the row' },
      { keys: [['Esc']], does: 'Select nothing' },
    ],
  },
  {
    name: 'To File',
    of: [
      { keys: [['Enter']], does: 'Take the proposal, or the first category that is found' },
      { keys: [[newCategory]], does: 'New category' },
      { keys: [[skip]], does: 'Leave it for later' },
    ],
  },
  {
    name: 'Proposals',
    of: [
      { keys: [[accept]], does: 'Accept the proposal that is shown' },
      { keys: [[decline]], does: 'Decline it' },
      { keys: [['Space']], does: 'Leave out the change of the row, or take it' },
    ],
  },
  {
    name: 'Budget',
    of: [
      { keys: [['Enter'], ['↓']], does: 'Save the plan, and go down' },
      { keys: [['Shift', 'Enter'], ['↑']], does: 'Save the plan, and go up' },
      { keys: [['Esc']], does: 'Give back what was planned' },
    ],
  },
  {
    name: 'In the fields Enter and Find',
    of: [
      { keys: [['Tab']], does: 'Complete by the first that is offered' },
      { keys: [['↓'], ['↑']], does: 'Choose another' },
      { keys: [['Enter']], does: 'Record the line, or find at once' },
      { keys: [['Esc']], does: 'Leave the field' },
    ],
  },
  {
    name: 'Import',
    of: [
      { keys: [['Space']], does: 'Take the row, or leave it out' },
      { keys: [[select]], does: 'Leave the row out' },
    ],
  },
  {
    name: 'Upcoming',
    of: [
      { keys: [['Enter'], ['Space']], does: 'What can be done with the row' },
      { keys: [['Esc']], does: 'Leave what it asks' },
      { keys: [['←'], ['→']], does: 'Read the line a day back, a day on' },
    ],
  },
  {
    name: 'Balance by date',
    of: [
      { keys: [['←'], ['→']], does: 'A day back, a day on' },
      { keys: [['Page Up'], ['Page Down']], does: 'By 30' },
      { keys: [['Enter']], does: 'Entries up to this day' },
    ],
  },
];

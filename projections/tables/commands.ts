import { id, instant, type Row, revision, table, text } from './table.ts';

/** A row for each command id of the last 30 days, by which a command has its effect once (product 7.4). */
export const commands = table(
  'commands',
  {
    ledgerId: id(),
    commandId: id(),
    inputHash: text(),
    revision: revision(),
    recordedAt: instant(),
  },
  ['ledgerId', 'commandId'],
  { commands_oldest_first: 'recorded_at' },
);
export type CommandRow = Row<typeof commands>;

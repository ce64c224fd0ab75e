import type { ImportedRow } from '#ledger/model/values.ts';
import type { TransferEvent } from '#ledger/transfers/events.ts';
import type { Application, Data } from '../model/application.ts';
import type { Placed } from '../model/audit-ledger.ts';
import { canonical } from '../model/canonical.ts';
import type { Definitions } from '../model/definition.ts';

type TransferData = Data<'TransferChanged'>['after'];

const ofTransfer = { about: ({ transferId }: { transferId: string }) => transferId, account: null };

/** What the audit knows of these events. */
export const transferDefinitions: Definitions<TransferEvent> = {
  TransferMade: {
    ...ofTransfer,
    kind: 'create-transfer',
    standing: 'in any command',
    apply(application, data) {
      hasRows(application, data.imported, data.amount);
      addTransfer(application, data.transferId, data, application.first(`transfer ${data.transferId}`));
    },
  },
  TransferChanged: {
    ...ofTransfer,
    kind: 'update-transfer',
    standing: 'not in an import',
    apply: changeTransfer,
  },
  TransferDeleted: {
    ...ofTransfer,
    kind: 'delete-transfer',
    standing: 'not in an import',
    apply: deleteTransfer,
  },
  TransferRestored: {
    ...ofTransfer,
    kind: 'undo',
    standing: 'only in an undo',
    apply(application, data) {
      const { transferId } = data;
      addTransfer(application, transferId, data, application.placed(`transfer ${transferId}`, data));
    },
  },
};

/** A transfer was imported from the row of what was sent, of what came, or both. */
function hasRows(application: Application, rows: readonly ImportedRow[] | undefined, amount: number): void {
  if (!rows) return;
  application.keepRows(rows);
  if (!application.isImport) application.must('rows of a transfer', 'in an import', null);
  const signs = rows.map((row) => (row.amount === -amount ? 'sent' : row.amount === amount ? 'came' : row.amount));
  if (['sent', 'came', 'came and sent'].includes(signs.toSorted().join(' and '))) return;
  application.must('amounts of its rows', `-${amount} and ${amount}, or one of them`, signs.join(' and '));
}

function addTransfer(application: Application, transferId: string, data: TransferData, placed: Placed): void {
  const { entries } = application.ledger;
  const what = `transfer ${transferId}`;
  application.must(what, null, entries.has(what) ? 'made already' : null);
  isTransfer(application, what, data);
  const transfer = { ...placed, ...transferFields(data) };
  entries.set(what, transfer);
  application.made(what, transfer);
  application.date(data.date, data.from, data.to);
  carry(application, data, 1n);
}

function changeTransfer(
  application: Application,
  { transferId, before, after, changedAt }: Data<'TransferChanged'>,
): void {
  const { entries } = application.ledger;
  const what = `transfer ${transferId}`;
  const transfer = entries.get(what);
  application.present(what, transfer);
  application.repeats(what, transfer, transferFields(before));
  isTransfer(application, what, after);
  if (canonical(before) === canonical(after)) application.must(what, 'changed', 'the same');
  carry(application, before, -1n);
  carry(application, after, 1n);
  if (!transfer) return;
  const [last, knownFrom] = [application.changedAt(changedAt), application.revision];
  const changed = { ...transfer, ...transferFields(after), changedAt: last, knownFrom };
  application.changed(what, transfer, changed);
  application.date(after.date, after.from, after.to);
  application.end(what, transfer);
  entries.set(what, changed);
}

function deleteTransfer(application: Application, { transferId, from, to, amount }: Data<'TransferDeleted'>): void {
  const { entries } = application.ledger;
  const what = `transfer ${transferId}`;
  const transfer = entries.get(what);
  application.present(what, transfer);
  application.repeats(what, transfer, { accountId: from, toAccount: to, amount: BigInt(amount) });
  application.end(what, transfer);
  entries.delete(what);
  carry(application, { from, to, amount }, -1n);
  application.touch(what);
}

function isTransfer(application: Application, what: string, { from, to, amount }: TransferData): void {
  application.within('amount', amount);
  if (from === to) application.must(`${what}.to_account`, 'another account', to);
}

function carry(
  application: Application,
  { from, to, amount }: Pick<TransferData, 'from' | 'to' | 'amount'>,
  times: 1n | -1n,
): void {
  application.move(from, -BigInt(amount) * times);
  application.move(to, BigInt(amount) * times);
}

/** What an event says of a transfer, without its place. */
function transferFields({ from, to, amount, date, title }: TransferData) {
  return {
    type: 'Transfer' as const,
    title: title ?? null,
    amount: BigInt(amount),
    category: null,
    wallet: null,
    date,
    receiptId: null,
    accountId: from,
    toAccount: to,
    parts: null,
  } satisfies Record<Exclude<keyof TransferData, 'from' | 'to'>, unknown> & Record<string, unknown>;
}

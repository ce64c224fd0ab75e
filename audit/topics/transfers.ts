import type { ImportedRow } from '#ledger/model/values.ts';
import type { TransferEvent } from '#ledger/transfers/events.ts';
import type { Application, Data } from '../model/application.ts';
import type { PlacedEntity } from '../model/audit-ledger.ts';
import { canonical } from '../model/canonical.ts';
import type { AuditDefinitions } from '../model/definition.ts';
import { auditedOrigins, originsOf } from '../model/origins.ts';
import { describes } from './described.ts';

type TransferData = Data<'TransferChanged'>['after'];

const ofTransfer = { about: ({ transferId }: { transferId: string }) => transferId, account: null };

export const transferDefinitions: AuditDefinitions<TransferEvent> = {
  TransferMade: {
    ...ofTransfer,
    kind: 'create-transfer',
    standing: 'in any command',
    apply(application, data) {
      hasRows(application, data.transferId, data.imported, data.amount);
      const placed = application.first(`transfer ${data.transferId}`);
      addTransfer(application, data, placed, data.madeBy ?? (data.imported ? 'import' : 'hand'));
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
      const placed = application.placed(`transfer ${data.transferId}`, data);
      addTransfer(application, data, placed, data.madeBy ?? 'hand');
    },
  },
};

/** A transfer was imported from the row of the sending account, of the receiving one, or both. */
function hasRows(
  application: Application,
  transferId: string,
  rows: readonly ImportedRow[] | undefined,
  amount: number,
): void {
  if (!rows) return;
  application.keepRows(transferId, rows);
  if (!application.isImport) application.must('rows of a transfer', 'in an import', null);
  const signs = rows.map((row) => (row.amount === -amount ? 'sent' : row.amount === amount ? 'came' : row.amount));
  if (['sent', 'came', 'came and sent'].includes(signs.toSorted().join(' and '))) return;
  application.must('amounts of its rows', `-${amount} and ${amount}, or one of them`, signs.join(' and '));
}

function addTransfer(
  application: Application,
  data: TransferData & Pick<Data<'TransferMade'>, 'transferId' | 'set'>,
  placed: PlacedEntity,
  others: 'import' | 'hand',
): void {
  const { entries } = application.ledger;
  const label = `transfer ${data.transferId}`;
  application.must(label, null, entries.has(label) ? 'made already' : null);
  isTransfer(application, label, data);
  const fields = transferFields(data);
  const transfer = { ...placed, ...fields, origins: originsOf(application, label, fields, { set: data.set, others }) };
  entries.set(label, transfer);
  application.made(label, transfer);
  application.date(data.date, data.from, data.to);
  carry(application, data, 1n);
}

function changeTransfer(
  application: Application,
  { transferId, before, after, changedAt, set }: Data<'TransferChanged'>,
): void {
  const { entries } = application.ledger;
  const label = `transfer ${transferId}`;
  const transfer = entries.get(label);
  application.present(label, transfer);
  application.repeats(label, transfer, transferFields(before));
  isTransfer(application, label, after);
  if (canonical(before) === canonical(after)) application.must(label, 'changed', 'the same');
  carry(application, before, -1n);
  carry(application, after, 1n);
  if (!transfer) return;
  const [last, knownFrom] = [application.changedAt(changedAt), application.revision];
  const fields = transferFields(after);
  const setters = { set, isUnchanged: changedAt === null };
  const origins = auditedOrigins(application, label, [transfer, fields], setters);
  const changed = { ...transfer, ...fields, changedAt: last, knownFrom, origins };
  application.changed(label, transfer, changed);
  application.date(after.date, after.from, after.to);
  application.keepPast(label, transfer);
  entries.set(label, changed);
}

function deleteTransfer(application: Application, { transferId, from, to, amount }: Data<'TransferDeleted'>): void {
  const { entries } = application.ledger;
  const label = `transfer ${transferId}`;
  const transfer = entries.get(label);
  application.present(label, transfer);
  application.repeats(label, transfer, { accountId: from, toAccount: to, amount: BigInt(amount) });
  application.keepPast(label, transfer);
  entries.delete(label);
  carry(application, { from, to, amount }, -1n);
  application.touch(label);
}

function isTransfer(application: Application, label: string, data: TransferData): void {
  const { from, to, amount, category } = data;
  application.within('amount', amount);
  if (category !== undefined) application.present(`category ${category}`, application.ledger.categories.get(category));
  describes(application, label, data);
  if (from === to) application.must(`${label}.to_account`, 'another account', to);
}

function carry(
  application: Application,
  { from, to, amount }: Pick<TransferData, 'from' | 'to' | 'amount'>,
  times: 1n | -1n,
): void {
  application.move(from, -BigInt(amount) * times);
  application.move(to, BigInt(amount) * times);
}

/** The fields of a transfer by an event's data, without its place. */
function transferFields({ from, to, amount, date, title, category, note, tags }: TransferData) {
  return {
    type: 'Transfer' as const,
    title: title ?? null,
    amount: BigInt(amount),
    category: category ?? null,
    wallet: null,
    date,
    receiptId: null,
    accountId: from,
    toAccount: to,
    parts: null,
    note: note ?? null,
    tags: tags ? canonical(tags) : null,
  } satisfies Record<Exclude<keyof TransferData, 'from' | 'to'>, unknown> & Record<string, unknown>;
}

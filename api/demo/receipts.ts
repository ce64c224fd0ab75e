import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createdId } from '#ledger/ids.ts';
import { exactCents } from '#ledger/model/money.ts';
import type { Database } from '#platform/postgres.ts';
import { keepImage } from '../files/stored-images.ts';
import type { SampleEntry } from './sample-month.ts';

/** An expense with a picture of its receipt (PNG), and the SHA-256 of the picture, in hex. */
type SampleReceipt = SampleEntry & { name: string; bytes: Buffer; hash: string };

const receipt = (name: string, day: number, entry: SampleEntry['entry']): SampleReceipt => {
  const bytes = readFileSync(new URL(`receipts/${name}.png`, import.meta.url));
  return { name, day, entry, bytes, hash: createHash('sha256').update(bytes).digest('hex') };
};

/** The two expenses of the last month that is over which have a receipt. */
export const RECEIPTS: readonly SampleReceipt[] = [
  receipt('kiln-shelves', 11, {
    type: 'RecordExpense',
    title: 'Kiln shelves',
    amount: exactCents(84.2),
    category: 'Shopping',
    wallet: 'Debit card',
  }),
  receipt('bicycle-repair', 20, {
    type: 'RecordExpense',
    title: 'Bicycle repair',
    amount: exactCents(46.5),
    category: 'Travel',
    wallet: 'Cash',
  }),
];

/** The id of a receipt's picture in the demo's ledger. */
export function receiptIdOf(ledgerId: string, name: string): string {
  return createdId(ledgerId, name, 'demo receipt');
}

/** Stores the pictures of the demo user where they are missing. */
export async function storeReceipts(database: Database, userId: string, ledgerId: string, now: Date): Promise<void> {
  for (const { name, bytes } of RECEIPTS) {
    await keepImage(database, userId, receiptIdOf(ledgerId, name), { bytes, contentType: 'image/png' }, now);
  }
}

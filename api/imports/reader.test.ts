import { expect, test } from 'vitest';
import { ImportReader } from './reader.ts';

test('an error of the database keeps its code, by which it is known as an outage, on its way from the process', async () => {
  const reader = new ImportReader('postgres://nobody@127.0.0.1:1/none');
  const id = '00000000-0000-4000-8000-000000000001';
  const options = { accountId: null, mapping: null, answers: {}, isResolved: false };
  const file = { currency: '$', fileName: 'register.csv', options, given: null };
  const request = {
    importId: id,
    userId: id,
    ledgerId: id,
    today: '2026-03-14',
    calendar: { weekStart: null, dateOrder: null },
    usesWordList: true,
    ...file,
  };
  const bytes = Buffer.from('Date,Amount,Payee\n2026-03-14,5.00,Shop\n');
  try {
    await expect(reader.preview(request, bytes)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  } finally {
    await reader.close();
  }
});

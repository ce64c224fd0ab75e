import { expect, test } from 'vitest';
import { eventLine } from './event-line.ts';

const event = {
  stream: 'ledger-1',
  revision: 7n,
  id: '2',
  type: 'ExpenseRecorded',
  isJson: true,
  data: Buffer.from('{ "amount" : 1e2, "title":"\\u00e9 🍮" }'),
  metadata: Buffer.from('{}'),
};
const line = (data: string | Buffer) => eventLine({ ...event, data: Buffer.from(data) });

test('has the stored text byte by byte', () => {
  expect(eventLine(event)).toBe(
    '{"stream":"ledger-1","revision":7,"id":"2","type":"ExpenseRecorded","data":{ "amount" : 1e2, "title":"\\u00e9 🍮" },"metadata":{}}\n',
  );
});

test.each([
  ['two lines', '{\n}'],
  ['no JSON', '{"amount":}'],
  ['no object', '12'],
  ['space around it', ' {}'],
  ['a byte order mark', '\uFEFF{}'],
  ['no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
])('has %s in base64', (_what, data) => {
  const base64 = Buffer.from(data).toString('base64');
  expect(line(data)).toContain(`"type":"ExpenseRecorded","dataBase64":"${base64}","metadata":{}}\n`);
});

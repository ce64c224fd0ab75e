import { expect, test } from 'vitest';
import { readOfx } from '../formats/ofx/read-ofx.ts';
import { read } from '../testing/reading.ts';
import { keysOf } from './identity.ts';

test('rows of OFX have the keys that they had while their titles were names and memos together', async () => {
  const row = (fields: string) => `<STMTTRN><DTPOSTED>20240103<TRNAMT>-12.40${fields}</STMTTRN>`;
  const rows = [
    '<NAME>WHOLE FOODS 123<MEMO>groceries',
    '<NAME>WHOLE FOODS 123<MEMO>WHOLE FOODS 123',
    '<NAME>WHOLE FOODS 123<MEMO>WHOLE FOODS 123 BERLIN',
    '<NAME>WHOLE FOODS 123',
    '<MEMO>groceries',
    '<TRNTYPE>CHECK<CHECKNUM>7',
    '<FITID>a1<NAME>WHOLE FOODS 123<MEMO>groceries',
  ];
  const list = `<BANKTRANLIST>${rows.map(row).join('')}</BANKTRANLIST>`;
  const file = await read(readOfx, `<OFX><STMTRS><CURDEF>USD${list}</STMTRS></OFX>`);
  expect(keysOf(file.rows, () => 'everyday').map((keys) => keys?.key)).toEqual([
    '1cArGOxzmpYBcgpp9yXsnw',
    'z-KjHg_z6xB_zs-cYeA66K',
    '-IbSBN5W2rTfNVEnsxB-Oz',
    'GQNq7epfNjR2j-qX5N6zeH',
    'zOw2qShD6tzUeQBbAZcoy9',
    'DA2_Z0fLDPAH6kQt764Iaz',
    'pdJ7-A7Xu0c5vGo2H8fOcw',
  ]);
});

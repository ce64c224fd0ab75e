import type { Reader } from '../../parsed.ts';
import { UnreadableFile } from '../../parsed.ts';
import { readActual } from '../actual/actual.ts';
import { readCamt } from '../camt/read-camt.ts';
import { readDaybook } from '../daybook/daybook.ts';
import { readFirefly } from '../firefly/firefly.ts';
import { readGnucash } from '../gnucash/gnucash.ts';
import { readLedgerText } from '../ledger-text/ledger-text.ts';
import { readMt940 } from '../mt940/read-mt940.ts';
import { readOfx } from '../ofx/read-ofx.ts';
import { readQif } from '../qif/read-qif.ts';
import { readYnab } from '../ynab/ynab.ts';
import { readYnab4 } from '../ynab4/ynab4.ts';

/** Marks a place for a long text in a file; one place at a time gets it. */
const PLACE = '§';
/** Readers of journals cut lines off at 5,000. */
const LINE_CHARACTERS = 4_900;

/** A format: its reader, what its syntax knows, and a file with places where a long text can stand. */
export type Format = { name: string; reader: Reader; units: readonly string[]; file: string };

const SHARED = [
  ' ',
  '\t',
  '\n',
  '\r',
  '\u2028',
  '\ufeff',
  '0',
  '1',
  'a',
  'É',
  '-',
  '.',
  ',',
  "'",
  '"',
  '/',
  ':',
  ';',
  '=',
];
const XML = ['<', '>', '&', '<a>', '</a>', '<a ', '<!--', '-->', '<![CDATA[', ']]>', '&#1;', "='", '?>', '<?'];
const COLUMNS = 'Account,Flag,Date,Payee,Category Group/Category,Category Group,Category,Memo,Outflow,Inflow,Cleared';

export const FORMATS: readonly Format[] = [
  {
    name: 'Beancount',
    reader: readLedgerText,
    units: [
      ...SHARED,
      '~',
      '\\',
      '\\"',
      '{',
      '}',
      '@',
      '#',
      '^',
      '*',
      '(',
      '[',
      ']',
      'A',
      'A:',
      'EUR ',
      '1 ',
      '{{',
      '}}',
    ],
    file:
      '§option "§" "§"\n2024-01-01 open Assets:A\n2024-01-02§ *§ "§" "§" §\n  §Assets:A§  §1.00§ EUR§ {§2 USD§} @ ' +
      '§3 USD§ ; §\n  Income:B\n2024-01-03 balance Assets:A§ §1§ ~§ 0.1 §EUR§\n2024-01-03 pad §\n§',
  },
  {
    name: 'hledger',
    reader: readLedgerText,
    units: [
      ...SHARED,
      '{',
      '}',
      '@',
      '#',
      '|',
      '*',
      '!',
      '(',
      ')',
      '[',
      ']',
      '=*',
      'a:',
      '  ',
      '$',
      '1 ',
      'alias a=b\n',
      'apply account a\n',
      '  a:b  1\n',
    ],
    file:
      '§commodity 1.000,00§ €\naccount §a  ; §type:§C\nalias §=§\n!include §\n§2024-01-02§ *§ (§x§) y§ | z§ ; §\n ' +
      ' §assets:a§  §1.000§,00§ €§ @@ §3 $§ =§ 5§ € ; §\n  (§)  §1\n  [§]  1\n  income:b\n\n§',
  },
  {
    name: 'OFX',
    reader: readOfx,
    units: [...SHARED, ...XML, '<STMTTRN>', '<NAME>a', '<MEMO>a'],
    file:
      '§OFXHEADER§:100\nCHARSET§:1252§\n<OFX§><STMTRS><CURDEF>EUR§<BANKACCTFROM><BANKID>§1<ACCTID>' +
      '2§</BANKACCTFROM><BANKTRANLIST><STMTTRN><DTPOSTED>20240103§<TRNAMT>-1§.00§<FITID>a§<NAME>a§<MEMO>' +
      'a§</STMTTRN>§</BANKTRANLIST><LEDGERBAL><BALAMT>1§</LEDGERBAL></STMTRS></OFX>',
  },
  {
    name: 'QIF',
    reader: readQif,
    units: [...SHARED, '^', '^\n', '!', '!Type:Bank\n', '[', ']', ']/', 'S', '$1\n', 'M', 'Sa\n', 'D1\n'],
    file: '§!Type:Bank§\nD1§/2/2024§\nT§1.00§\nP§a§\nM§\nL[§a§]§\nSx§\nE§\n$§1\n^§\n!Account§\nN§\n^\n§',
  },
  {
    name: 'MT940',
    reader: readMt940,
    units: [...SHARED, '{', '}', '{4:', '?', '?20', '-}', '+', 'SVWZ+', '/REMI/', '/NAME/', ':86:', ':61:', 'C', ' //'],
    file:
      '§{1:}{4:\n:20:§\n:25:§1§\n:60F:C240101EUR§1,00§\n:61:240102§0102§C§1§,00§NTRF§//§\n§\n' +
      ':86:§166?00§?20SVWZ+§?32§\n§\n:62F:C240102EUR1§,00\n-}§\n:86:/REMI/§/NAME/§',
  },
  {
    name: 'CAMT',
    reader: readCamt,
    units: [...SHARED, ...XML],
    file:
      '§<?xml version="1.0"§ encoding="§"?>\n<Document§><BkToCstmrStmt><Stmt§ a="§"><Acct><Id><IBAN>§DE1</IBAN>' +
      '</Id><Nm>§</Nm></Acct>§<Ntry><Amt Ccy="EUR§">1.00§</Amt><CdtDbtInd>DBIT§</CdtDbtInd><BookgDt><Dt>' +
      '2024-01-01§</Dt></BookgDt><NtryDtls><TxDtls><RmtInf><Ustrd>a§</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>' +
      '</Stmt></BkToCstmrStmt></Document>§',
  },
  {
    name: 'GnuCash',
    reader: readGnucash,
    units: [...SHARED, ...XML, '<gnc:account>', '<gnc:transaction>', '&a'],
    file:
      '§<?xml version="1.0" encoding="§"?><gnc-v2§><gnc:book>§<gnc:account§ a="§"><act:name>A§</act:name><act:id>' +
      'a</act:id><act:type>BANK§</act:type></gnc:account>§<gnc:transaction><trn:date-posted><ts:date>' +
      '2024-01-01§</ts:date></trn:date-posted><trn:description>§</trn:description><trn:splits><trn:split>' +
      '<split:memo>§</split:memo><split:value>§1/100§</split:value><split:quantity>1/100</split:quantity>' +
      '<split:account>a</split:account></trn:split></trn:splits></gnc:transaction>§</gnc:book></gnc-v2>§',
  },
  {
    name: 'YNAB',
    reader: readYnab,
    units: [...SHARED, '(', ')', '""', '","', '$', '1/2', '(Split 1/9) ', '\n,,', 'Transfer : '],
    file:
      `§${COLUMNS}§\n"A§","","1§3/02§/2026§","Transfer : §B","","","C§",` +
      `"(Split 1/2§) x§","$§1,000§.00§","$0.00",""\n§`,
  },
  {
    name: 'YNAB 4',
    reader: readYnab4,
    units: [...SHARED, '{', '}', '[', ']', '"amount":', '"amount":1,', '\\', '\\u0061', ' ` '],
    file:
      '§{§"accounts":[{"entityId":"a","accountName":"A§"}],' +
      '"masterCategories":[{"subCategories":[{"entityId":"c","name":"C§ ` x"}]}],' +
      '"transactions":[{"entityId":"t§","accountId":"a","amount":§-5.5§,' +
      '"date":"2015-01-01§","memo":"§"}]}§',
  },
  {
    name: 'Actual',
    reader: readActual,
    units: [...SHARED, '(', ')', '""', '","', '$', '(SPLIT INTO 9)', '\n,,'],
    file:
      'Account,Date,Payee,Notes,Category,Amount,Split_Amount,Cleared§\nA§,2025-07-04§,Transfer:§ B§,(SPLIT INTO ' +
      '§2§) x§,C§,§1,§000.00§,-30.00§,\n§',
  },
  {
    name: 'Firefly III',
    reader: readFirefly,
    units: [...SHARED, '""', '","', "'-", '+', '\n,,'],
    file:
      'journal_id,type,amount,description,date,source_name,source_type,destination_name,destination_type§\n' +
      '1§,Transfer§,§5.00§,x§,2024-01-01§,A§,Asset account§,B§,Asset account\n§',
  },
  {
    name: 'Daybook',
    reader: readDaybook,
    units: [...SHARED, '{', '}', '[', ']', '\\', '{}\n'],
    file:
      '{"stream":"ledger-1§","revision":0§,"id":"x","type":"InitialDepositMade",' +
      '"data":{"amount":5§},"metadata":{}}§\n§',
  },
];

/** In how many places of its file a format can have a long text. */
export function placesOf({ file }: Format): number {
  return file.split(PLACE).length - 1;
}

/**
 * The file of a format with a text of about `characters` in one of its places: of a unit repeated, or, where `inLines`,
 * of as many lines as long as readers take them. The line of the place is repeated for that.
 */
export function longFile({ file }: Format, place: number, unit: string, characters: number, inLines: boolean): string {
  const pieces = file.split(PLACE);
  const before = pieces.slice(0, place + 1).join('');
  const behind = pieces.slice(place + 1).join('');
  if (!inLines) return before + unit.repeat(characters / unit.length) + behind;
  const begin = before.slice(before.lastIndexOf('\n') + 1);
  const end = behind.slice(0, `${behind}\n`.indexOf('\n'));
  const long = unit.repeat(LINE_CHARACTERS / unit.length);
  const line = `${begin}${long}${end}\n`;
  return `${before}${long}${end}\n${line.repeat(characters / line.length)}${behind.slice(end.length + 1)}`;
}

/** The processor time of this thread, in milliseconds, in which a reader reads a file or refuses it. */
export async function readingMs(reader: Reader, text: string): Promise<number> {
  const bytes = Buffer.from(text);
  const start = process.threadCpuUsage();
  try {
    await reader(bytes, { fileName: 'file', mapping: null, answers: {} });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
  }
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}

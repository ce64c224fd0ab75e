import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { AccountKind } from '#ledger/model/constants.ts';
import type { Cents } from '#ledger/model/money.ts';
import {
  BankAccounts,
  badAmount,
  badDate,
  bankDayText,
  bankFile,
  bankIdOf,
  bankRow,
  checkNumberOfRows,
  isIban,
  lineOrNull,
  nameOfNumber,
  signed,
} from '../../bank-fields.ts';
import { decodeText } from '../../decode.ts';
import { accountName, dayInField, oneLine, plainCents } from '../../fields.ts';
import type { Reader } from '../../parsed.ts';
import { type ParsedRow, type ParsedStatement, UnreadableFile } from '../../parsed.ts';
import { all, allAt, type Element, firstAt, textAt } from './elements.ts';

const HEAD_BYTES = 64 * 1024;
const CAMT = /<(?:[\w.-]+:)?BkToCstmr(?:Stmt|AcctRpt|DbtCdtNtfctn)|iso:20022:tech:xsd:camt\.05[234]\./;
/** Deeper than the format goes, with an envelope around it. */
const DEPTH_MAX = 60;

/**
 * Reads CAMT.053 of any version, and 052 and 054, which have the same entries. The syntax is by fast-xml-parser, which
 * expands no entity here. A row's `line` is the number of the entry, from 1, or of the payment in a batch whose
 * payments add up to its entry. Throws UnreadableFile where it is damaged, declares entities or is nested too deeply.
 */
export const readCamt: Reader = (bytes) => {
  const head = decodeText(bytes.subarray(0, HEAD_BYTES), null).text;
  if (!CAMT.test(head)) return null;
  const { text, encoding } = decodeText(bytes, /<\?xml[^>]{0,200}encoding\s*=\s*["']([\w-]+)/.exec(head)?.[1] ?? null);
  const document = parsed(text);
  const accounts = new BankAccounts();
  const rows: ParsedRow[] = [];
  const statements: ParsedStatement[] = [];
  const elements = statementsIn(document);
  if (elements.length === 0) throw new UnreadableFile('This CAMT file holds no statement.');
  for (const statement of elements) readStatement(statement, accounts, rows, statements);
  const version = /camt\.05[234]\.\d{3}\.\d{2}/.exec(head)?.[0] ?? 'camt.053';
  return bankFile('camt.053', { encoding, version }, accounts.list(), rows, statements);
};

const PARSER = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: DEPTH_MAX,
  jPath: false,
});

function parsed(text: string): Element {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) {
    throw new UnreadableFile('This CAMT file has a document type definition, which no bank writes. It is not read.');
  }
  if (depthOf(text) > DEPTH_MAX) throw new UnreadableFile('This CAMT file is nested too deeply to be a statement.');
  const fault = XMLValidator.validate(text.trim());
  if (fault !== true) {
    throw new UnreadableFile(`This CAMT file is cut off or damaged: line ${fault.err.line} is no valid XML.`);
  }
  try {
    return PARSER.parse(text) as Element;
  } catch {
    throw new UnreadableFile('This CAMT file is damaged: it is no valid XML.');
  }
}

/** The deepest nesting of a text's tags; tags that are never closed count as levels. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [tag] of text.matchAll(/<[/A-Za-z_][^<>]*>/g)) {
    if (tag.startsWith('</')) depth -= 1;
    else if (!tag.endsWith('/>')) depth += 1;
    if (depth > deepest) deepest = depth;
    if (deepest > DEPTH_MAX) break;
  }
  return deepest;
}

/** The statements, reports and notifications of a file, in whatever envelope they are. */
function statementsIn(element: Element): Element[] {
  const statements: Element[] = [];
  for (const [name, value] of Object.entries(element)) {
    const isMessage = /^BkToCstmr/.test(name);
    for (const child of typeof value === 'object' ? all(value) : []) {
      const parts = isMessage ? [child.Stmt, child.Rpt, child.Ntfctn].flatMap(all) : statementsIn(child);
      for (const part of parts) statements.push(part);
    }
  }
  return statements;
}

const KINDS: ReadonlyMap<string, [AccountKind, string]> = new Map([
  ['CACC', ['Checking', 'Checking']],
  ['TRAN', ['Checking', 'Checking']],
  ['CASH', ['Checking', 'Account']],
  ['SVGS', ['Savings', 'Savings']],
  ['LOAN', ['Loan', 'Loan']],
]);

function readStatement(
  statement: Element,
  accounts: BankAccounts,
  rows: ParsedRow[],
  statements: ParsedStatement[],
): void {
  const entries = all(statement.Ntry);
  const currency =
    currencyIn(textAt(statement, 'Acct', 'Ccy')) ??
    currencyIn(textAt(statement, 'Bal', 'Amt', '@Ccy')) ??
    currencyIn(textAt(statement, 'Ntry', 'Amt', '@Ccy'));
  const account = addAccount(accounts, statement, currency);
  const { opening, closing } = balancesOf(statement);
  const from = dayAt(statement, 'FrToDt', 'FrDtTm') ?? dayAt(statement, 'FrToDt', 'FrDt') ?? opening?.day ?? null;
  const to = closing?.day ?? dayAt(statement, 'FrToDt', 'ToDtTm') ?? dayAt(statement, 'FrToDt', 'ToDt');
  // Some banks date the statement of a day, and not its entries.
  const onlyDay = from === to ? from : null;
  const lines: number[] = [];
  for (const entry of entries) {
    for (const row of rowsOfEntry(entry, account, currency, onlyDay)) {
      const numbered = { ...row, line: rows.length + 1 };
      rows.push(numbered);
      checkNumberOfRows(rows.length);
      if (row.invalid?.column !== 'Sts') lines.push(numbered.line);
    }
  }
  if (opening === undefined && closing === undefined) return;
  statements.push({ account, opening: opening?.amount ?? null, closing: closing?.amount ?? null, from, to, lines });
}

function addAccount(accounts: BankAccounts, statement: Element, currency: string | null): string {
  const id = firstAt(statement, 'Acct', 'Id');
  const number = oneLine(
    textAt(id, 'IBAN') || textAt(id, 'Othr', 'Id') || textAt(id, 'PrtryAcct', 'Id') || textAt(id, 'BBAN'),
  );
  const bare = number.replaceAll(' ', '');
  const key = isIban(bare.toUpperCase()) ? bare.toUpperCase() : number;
  const [kind, label] = KINDS.get(textAt(statement, 'Acct', 'Tp', 'Cd')) ?? [null, 'Account'];
  const name = accountName(textAt(statement, 'Acct', 'Nm'), nameOfNumber(label, key));
  return accounts.add({ key, name, currency, kind });
}

function currencyIn(text: string): string | null {
  const code = text.trim().toUpperCase();
  return /^[A-Z]{3}$/.test(code) ? code : null;
}

type Balance = { code: string; amount: Cents | null; day: string | null };

/** The booked balances at both ends; the balances of a page of a statement are interim ones. */
function balancesOf(statement: Element): { opening: Balance | undefined; closing: Balance | undefined } {
  const balances = all(statement.Bal).map((balance) => ({
    code: textAt(balance, 'Tp', 'CdOrPrtry', 'Cd') || textAt(balance, 'Tp', 'Cd'),
    amount: signed(centsAt(balance, 'Amt'), isDebit(balance)),
    day: dateAt(balance, 'Dt'),
  }));
  const interim = balances.filter(({ code }) => code === 'ITBD');
  const opening = balances.find(({ code }) => code === 'OPBD') ?? balances.find(({ code }) => code === 'PRCD');
  const closing = balances.findLast(({ code }) => code === 'CLBD') ?? interim.at(-1);
  return { opening: opening ?? (interim.length > 1 ? interim[0] : undefined), closing };
}

function isDebit(element: Element): boolean {
  return /^DBIT$/i.test(textAt(element, 'CdtDbtInd').trim());
}

function centsAt(element: Element, ...path: string[]): Cents | null {
  const text = textAt(element, ...path);
  return plainCents(text) ?? plainCents(text, ',');
}

function dayAt(element: Element, ...path: string[]): string | null {
  const parts = bankDayText(textAt(element, ...path));
  return parts === null ? null : dayInField(...parts);
}

/** The day of a date, or of a date with a time: as the bank wrote it. */
function dateAt(element: Element, name: string): string | null {
  return dayAt(element, name, 'Dt') ?? dayAt(element, name, 'DtTm') ?? dayAt(element, name);
}

/** The rows of an entry; the caller numbers them. */
function rowsOfEntry(
  entry: Element,
  account: string,
  accountCurrency: string | null,
  onlyDay: string | null,
): ParsedRow[] {
  const isDated = entry.BookgDt !== undefined || entry.ValDt !== undefined;
  const date = isDated ? (dateAt(entry, 'BookgDt') ?? dateAt(entry, 'ValDt')) : onlyDay;
  const amount = signed(centsAt(entry, 'Amt'), isDebit(entry));
  const invalid = whyNot(entry, date, amount, accountCurrency);
  const details = allAt(entry, 'NtryDtls', 'TxDtls');
  const own = bankIdOf(textAt(entry, 'AcctSvcrRef'));
  const amounts = amount === null ? null : amountsOfBatch(entry, details, amount);
  if (amounts !== null) {
    const ids = idsOfBatch(details, own);
    return details.map((detail, index) => {
      const fields = { line: 0, account, date, amount: amounts[index] ?? null, bankId: ids[index] ?? null, invalid };
      return bankRow({ ...fields, ...textsOf(entry, [detail]) });
    });
  }
  const [first] = details;
  const single = details.length === 1 ? first : undefined;
  const bankId = bankIdOf(
    own,
    single && textAt(single, 'Refs', 'AcctSvcrRef'),
    textAt(entry, 'NtryRef'),
    ...(single === undefined ? [] : idsOf(single)),
  );
  return [bankRow({ line: 0, account, date, amount, bankId, invalid, ...textsOf(entry, details) })];
}

/** The payments' own ids; those that only have the batch's, or each other's, stay apart by their places in it. */
function idsOfBatch(details: readonly Element[], batch: string | null): (string | null)[] {
  const ids = details.map((detail) => {
    const id = bankIdOf(textAt(detail, 'Refs', 'AcctSvcrRef'));
    return bankIdOf(id === batch ? null : id, ...idsOf(detail), id, batch);
  });
  const count = new Map<string | null, number>();
  for (const id of ids) count.set(id, (count.get(id) ?? 0) + 1);
  return ids.map((id, index) => (id !== null && (count.get(id) ?? 0) > 1 ? `${id}/${index + 1}` : id));
}

function idsOf(detail: Element): string[] {
  return ['TxId', 'EndToEndId', 'InstrId'].map((name) => textAt(detail, 'Refs', name));
}

function whyNot(
  entry: Element,
  date: string | null,
  amount: Cents | null,
  accountCurrency: string | null,
): ParsedRow['invalid'] {
  const status = (textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts')).trim().toUpperCase();
  if (status === 'PDNG' || status === 'FUTR' || status === 'INFO') {
    return { column: 'Sts', reason: 'Pending: the bank has not booked it yet' };
  }
  if (date === null) return badDate('BookgDt', textAt(entry, 'BookgDt', 'Dt') || textAt(entry, 'BookgDt', 'DtTm'));
  if (amount === null) return badAmount('Amt', textAt(entry, 'Amt'));
  const currency = currencyIn(textAt(entry, 'Amt', '@Ccy'));
  if (currency === null || accountCurrency === null || currency === accountCurrency) return null;
  return { column: 'Amt', reason: `Its amount is in ${currency}, and the account is in ${accountCurrency}` };
}

/** The amounts of a batch's payments where there are several and they add up to the entry; else null. */
function amountsOfBatch(entry: Element, details: readonly Element[], total: Cents): Cents[] | null {
  if (details.length < 2) return null;
  for (const path of [['AmtDtls', 'TxAmt', 'Amt'], ['Amt'], ['AmtDtls', 'InstdAmt', 'Amt']]) {
    const amounts = details.map((detail) =>
      signed(centsAt(detail, ...path), detail.CdtDbtInd === undefined ? isDebit(entry) : isDebit(detail)),
    );
    if (amounts.some((amount) => amount === null)) continue;
    const cents = amounts as Cents[];
    if (cents.reduce<number>((sum, amount) => sum + amount, 0) === total) return cents;
  }
  return null;
}

/** The title and the counterparty of an entry: from its payments where it has some, else from the entry itself. */
function textsOf(entry: Element, details: readonly Element[]): Pick<ParsedRow, 'title' | 'counterparty'> {
  const [first = {}] = details;
  const information = oneLine(textAt(entry, 'AddtlNtryInf'));
  if (details.length > 1) {
    return { title: information || `${remittance(first) || 'Batch'} (${details.length} payments)`, counterparty: null };
  }
  const counterparty = partyOf(entry, first);
  const title = remittance(first) || oneLine(textAt(first, 'AddtlTxInf')) || information || counterparty || '';
  return { title, counterparty };
}

function remittance(detail: Element): string {
  const free = allAt(detail, 'RmtInf', 'Ustrd').map((element) => textAt(element));
  const structured = allAt(detail, 'RmtInf', 'Strd').flatMap((element) => [
    textAt(element, 'CdtrRefInf', 'Ref') || textAt(element, 'CdtrRefInf', 'CdtrRef'),
    ...allAt(element, 'AddtlRmtInf').map((text) => textAt(text)),
  ]);
  return oneLine([...free, ...structured].join(' '));
}

/** The payer of a credit or the payee of a debit. A reversal keeps the roles of the payment that it takes back. */
function partyOf(entry: Element, detail: Element): string | null {
  const isReversal = /^(?:true|1)$/i.test(textAt(entry, 'RvslInd').trim());
  const isOut = detail.CdtDbtInd === undefined ? isDebit(entry) : isDebit(detail);
  const name = (role: string) =>
    lineOrNull(textAt(detail, 'RltdPties', role, 'Nm') || textAt(detail, 'RltdPties', role, 'Pty', 'Nm'));
  const debtor = name('Dbtr') ?? name('UltmtDbtr');
  const creditor = name('Cdtr') ?? name('UltmtCdtr');
  if (isReversal) return isOut ? (debtor ?? creditor) : (creditor ?? debtor);
  return isOut ? creditor : debtor;
}

import { XMLParser } from 'fast-xml-parser';
import { decodeText } from '../../decode.ts';
import { dayInField } from '../../fields.ts';
import { UnreadableFile } from '../../parsed.ts';
import type { BookTransaction, GnucashAccount, GnucashBook } from './book.ts';

/** The deepest nesting that is read; real books have eight levels at most. */
const DEPTH_MAX = 40;
const TAIL_CHARACTERS = 1_000;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const BROKEN = "This book of GnuCash is damaged: its XML can't be read.";

/** An element: its children by their names, or its text. */
type Element = { readonly [name: string]: unknown };

/** Whether a file that begins with these bytes is a book of GnuCash in XML. */
export function isGnucashXml(head: Uint8Array): boolean {
  return /<gnc-v2\b/.test(Buffer.from(head).toString('latin1'));
}

/**
 * Reads a book in XML, one element after the other, so that memory doesn't grow with the file. Its own entities are not
 * resolved. Throws UnreadableFile where it is broken.
 */
export function readXml(bytes: Uint8Array): GnucashBook {
  const head = Buffer.from(bytes.subarray(0, 256)).toString('latin1');
  const [, declared = null] = /^[^>]{0,200}encoding=["']([\w-]+)["']/.exec(head) ?? [];
  const xml = withoutTemplates(decodeText(bytes, declared).text);
  // Comments for an editor may follow.
  if (!xml.slice(-TAIL_CHARACTERS).includes('</gnc-v2>')) throw new UnreadableFile(BROKEN);
  return {
    accounts: [...elementsOf(xml, 'gnc:account')].map(accountOf),
    transactions: [...elementsOf(xml, 'gnc:transaction')].map(transactionOf),
  };
}

/** Templates have accounts and transactions as well, which are not booked. */
function withoutTemplates(xml: string): string {
  const begin = xml.indexOf('<gnc:template-transactions>');
  if (begin < 0) return xml;
  const close = '</gnc:template-transactions>';
  const end = xml.lastIndexOf(close);
  if (end < begin) throw new UnreadableFile(BROKEN);
  return xml.slice(0, begin) + xml.slice(end + close.length);
}

/** The elements of a name, parsed one after the other. */
function* elementsOf(xml: string, name: string): Generator<unknown> {
  const parser = new XMLParser({
    ignoreAttributes: true,
    parseTagValue: false,
    processEntities: false,
    maxNestedTags: DEPTH_MAX,
    isArray: (tag) => tag === 'trn:split',
  });
  const begin = new RegExp(`<${name}[\\s>]`, 'g');
  const close = `</${name}>`;
  for (let match = begin.exec(xml); match; match = begin.exec(xml)) {
    const end = xml.indexOf(close, match.index);
    if (end < 0) throw new UnreadableFile(BROKEN);
    begin.lastIndex = end + close.length;
    yield child(parsed(parser, xml.slice(match.index, begin.lastIndex)), name);
  }
}

function parsed(parser: XMLParser, xml: string): unknown {
  try {
    return parser.parse(xml);
  } catch {
    throw new UnreadableFile(BROKEN);
  }
}

function accountOf(account: unknown): GnucashAccount {
  const commodity = child(account, 'act:commodity');
  const space = text(commodity, 'cmdty:space');
  return {
    id: text(account, 'act:id'),
    name: text(account, 'act:name'),
    type: text(account, 'act:type'),
    parent: text(account, 'act:parent'),
    currency: space === 'CURRENCY' || space === 'ISO4217' ? text(commodity, 'cmdty:id') || null : null,
  };
}

function transactionOf(transaction: unknown): BookTransaction {
  return {
    date: dayFrom(text(child(transaction, 'trn:date-posted'), 'ts:date')),
    description: text(transaction, 'trn:description'),
    currency: text(child(transaction, 'trn:currency'), 'cmdty:id') || null,
    splits: elements(child(child(transaction, 'trn:splits'), 'trn:split')).map((split) => ({
      id: text(split, 'split:id'),
      account: text(split, 'split:account'),
      memo: text(split, 'split:memo'),
      value: text(split, 'split:value'),
      quantity: text(split, 'split:quantity'),
    })),
  };
}

/** The day as it is written, whatever the zone: it is the user's own. */
function dayFrom(date: string): string | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})/.exec(date) ?? [];
  return dayInField(Number(year), Number(month), Number(day));
}

function child(element: unknown, name: string): unknown {
  return typeof element === 'object' && element !== null ? (element as Element)[name] : undefined;
}

function elements(value: unknown): Element[] {
  return Array.isArray(value)
    ? value.filter((element): element is Element => typeof element === 'object' && element !== null)
    : [];
}

function text(element: unknown, name: string): string {
  const value = child(element, name);
  return typeof value === 'string' ? value.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, resolved) : '';
}

function resolved(whole: string, decimal?: string, hex?: string, name?: string): string {
  const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : null;
  if (code !== null) return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  return ENTITIES[name ?? ''] ?? whole;
}

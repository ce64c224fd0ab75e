import papaparse from 'papaparse';
import { type Token, type TokenHandler, Tokenizer, TokenizerMode } from 'parse5';
import type { Sheet } from './sheets.ts';

/** The columns that one cell can take; a wider one is a line across the page. */
const COLSPAN_MAX = 20;
/** Elements that begin a new line within a cell. */
const LINES: ReadonlySet<string> = new Set(['br', 'p', 'div', 'li']);
/** Elements whose content is no HTML. */
const RAW: ReadonlySet<string> = new Set(['script', 'style']);

/**
 * The tables of a page of HTML as sheets, each with its own rows only: banks lay out pages by tables within tables.
 * The page is read tag by tag, since a tree of it takes ten times the memory. Cells and rows need not be closed.
 */
export function htmlTables(page: string): Sheet[] {
  const tables: Table[] = [];
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: false },
    tableReader(tables, () => tokenizer),
  );
  tokenizer.write(page, true);
  return tables.map(({ rows }, index) => ({
    name: `Table ${index + 1}`,
    table: () =>
      papaparse.unparse(
        rows.map((row) => row.map((text) => text.replaceAll(/\s+/g, ' ').trim())),
        { newline: '\n' },
      ),
  }));
}

/**
 * The rows of a table so far. Where `isInCell`, text belongs to the last cell, which takes `emptyColumns` columns
 * beside its first.
 */
type Table = { rows: string[][]; isInCell: boolean; emptyColumns: number };

/** A handler of the tags and texts of a page. It adds the tables to `tables`, in the order of their first tags. */
function tableReader(tables: Table[], tokenizer: () => Tokenizer): TokenHandler {
  const open: Table[] = [];
  let isRaw = false;

  function addText(text: string): void {
    const table = open.at(-1);
    const row = table?.rows.at(-1);
    if (isRaw || !table?.isInCell || !row) return;
    row[row.length - 1] += text;
  }

  function beginCell(table: Table, { attrs }: Token.TagToken): void {
    const row = table.rows.at(-1) ?? [];
    if (table.rows.length === 0) table.rows.push(row);
    for (; table.emptyColumns > 0; table.emptyColumns -= 1) row.push('');
    row.push('');
    const columns = Math.trunc(Number(attrs.find(({ name }) => name === 'colspan')?.value ?? 1));
    table.emptyColumns = columns > 1 && columns <= COLSPAN_MAX ? columns - 1 : 0;
    table.isInCell = true;
  }

  function beginRow(table: Table): void {
    table.rows.push([]);
    table.isInCell = false;
    table.emptyColumns = 0;
  }

  return {
    onStartTag: (tag) => {
      const { tagName } = tag;
      const table = open.at(-1);
      isRaw = RAW.has(tagName);
      if (isRaw) tokenizer().state = TokenizerMode.RAWTEXT;
      else if (tagName === 'table') {
        const inner: Table = { rows: [], isInCell: false, emptyColumns: 0 };
        tables.push(inner);
        open.push(inner);
      } else if (table && tagName === 'tr') beginRow(table);
      else if (table && (tagName === 'td' || tagName === 'th')) beginCell(table, tag);
      else if (LINES.has(tagName)) addText(' ');
    },
    onEndTag: ({ tagName }) => {
      isRaw = false;
      const table = open.at(-1);
      if (tagName === 'table') open.pop();
      else if (table && (tagName === 'td' || tagName === 'th' || tagName === 'tr')) table.isInCell = false;
    },
    onCharacter: ({ chars }) => addText(chars),
    onWhitespaceCharacter: ({ chars }) => addText(chars),
    onNullCharacter: () => undefined,
    onComment: () => undefined,
    onDoctype: () => undefined,
    onEof: () => undefined,
  };
}

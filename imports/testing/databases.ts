import initSqlJs from 'sql.js';

/** A SQLite database with these tables: its columns, and its rows as lists of their values. */
export async function database(
  tables: Readonly<Record<string, { columns: string; rows: readonly (readonly (string | number | null)[])[] }>>,
  more = '',
): Promise<Uint8Array> {
  const { Database } = await initSqlJs();
  const made = new Database();
  for (const [name, { columns, rows }] of Object.entries(tables)) {
    made.run(`CREATE TABLE ${name} (${columns})`);
    for (const row of rows) made.run(`INSERT INTO ${name} VALUES (${row.map(() => '?').join(', ')})`, [...row]);
  }
  if (more) made.run(more);
  const bytes = made.export();
  made.close();
  return bytes;
}

const PAGE_BYTES = 4_096;
const CHILDREN = 500;

/**
 * A database whose table, which has one row with a long text, has that row thousands of times: the pages of its tree
 * are one page that repeats the row, so that all rows share the pages of one text. Of the row its page may have at most
 * a half.
 */
export function withSharedPages(sound: Uint8Array, rootPage: number): Uint8Array {
  const rootAt = (rootPage - 1) * PAGE_BYTES;
  const leaf = Buffer.from(sound.subarray(rootAt, rootAt + PAGE_BYTES));
  // The only cell of a leaf stands at the page's end.
  const cell = Buffer.from(leaf.subarray(leaf.readUInt16BE(8)));
  writeCells(leaf, 8, Array(Math.floor((PAGE_BYTES - 40) / cell.length)).fill(cell));
  const bytes = Buffer.concat([sound, leaf]);
  const pages = bytes.length / PAGE_BYTES;
  bytes.writeUInt32BE(pages, 28);
  const tree = bytes.subarray(rootAt, rootAt + PAGE_BYTES).fill(0);
  tree[0] = 0x05;
  tree.writeUInt32BE(pages, 8);
  const child = Buffer.alloc(5, 1);
  child.writeUInt32BE(pages);
  writeCells(tree, 12, Array(CHILDREN - 1).fill(child));
  return bytes;
}

/** Writes the cells of a page from its end on, and their places behind its header. */
function writeCells(page: Buffer, headerBytes: number, cells: readonly Buffer[]): void {
  let place = PAGE_BYTES;
  page.writeUInt16BE(cells.length, 3);
  for (const [index, cell] of cells.entries()) {
    place -= cell.length;
    cell.copy(page, place);
    page.writeUInt16BE(place, headerBytes + 2 * index);
  }
  page.writeUInt16BE(place, 5);
}

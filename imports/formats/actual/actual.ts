import type { Reader } from '../../parsed.ts';
import { UnreadableFile } from '../../parsed.ts';
import { isSqlite } from '../../sqlite.ts';
import { openZip } from '../../zip.ts';
import { readActualDatabase } from './database.ts';
import { readTable } from './table.ts';

/**
 * Reads an export of Actual: the zip with its database, the database alone, or the CSV of its transactions. Null for
 * other files; throws UnreadableFile where they are broken (product 11.11).
 */
export const readActual: Reader = async (bytes) => {
  if (isSqlite(bytes)) return await readActualDatabase(Uint8Array.from(bytes));
  const zip = await openZip(bytes);
  if (!zip) return readTable(bytes);
  const name = zip.names.find((path) => /(^|\/)db\.sqlite$/.test(path) && !/__MACOSX/.test(path));
  if (name === undefined) return null;
  const file = await readActualDatabase(await zip.read(name));
  if (!file) throw new UnreadableFile('The database in this zip is not one of Actual.');
  return file;
};

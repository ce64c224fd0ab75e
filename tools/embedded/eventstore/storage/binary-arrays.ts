/** Object ids of Postgres's types. */
const BOOLEAN = 16;
const BYTEA = 17;
const BIGINT = 20;
const UUID = 2950;

const HEADER_BYTES = 20;

function arrayOf(type: number, count: number, contentLength: number): Buffer {
  const array = Buffer.allocUnsafe(HEADER_BYTES + 4 * count + contentLength);
  array.writeInt32BE(1, 0); // dimensions
  array.writeInt32BE(0, 4); // no nulls
  array.writeInt32BE(type, 8);
  array.writeInt32BE(count, 12);
  array.writeInt32BE(1, 16); // the first index
  return array;
}

/** A `bigint[]` in Postgres's binary format, which `pg` sends unchanged when it gets a Buffer. */
export function bigintArray(values: readonly bigint[]): Buffer {
  const array = arrayOf(BIGINT, values.length, 8 * values.length);
  let offset = HEADER_BYTES;
  for (const value of values) {
    array.writeInt32BE(8, offset);
    array.writeBigInt64BE(value, offset + 4);
    offset += 12;
  }
  return array;
}

/** A `bytea[]`; text becomes UTF-8. */
export function byteaArray(values: readonly (Buffer | string)[]): Buffer {
  let length = 0;
  for (const value of values) length += typeof value === 'string' ? Buffer.byteLength(value) : value.length;
  const array = arrayOf(BYTEA, values.length, length);
  let offset = HEADER_BYTES;
  for (const value of values) {
    const written =
      typeof value === 'string' ? array.write(value, offset + 4) : value.copy(array, offset + 4, 0, value.length);
    array.writeInt32BE(written, offset);
    offset += 4 + written;
  }
  return array;
}

/** A `uuid[]`. */
export function uuidArray(values: readonly string[]): Buffer {
  const array = arrayOf(UUID, values.length, 16 * values.length);
  let offset = HEADER_BYTES;
  for (const value of values) {
    array.writeInt32BE(16, offset);
    array.write(value.replaceAll('-', ''), offset + 4, 'hex');
    offset += 20;
  }
  return array;
}

/** A `boolean[]`. */
export function booleanArray(values: readonly boolean[]): Buffer {
  const array = arrayOf(BOOLEAN, values.length, values.length);
  let offset = HEADER_BYTES;
  for (const value of values) {
    array.writeInt32BE(1, offset);
    array[offset + 4] = value ? 1 : 0;
    offset += 5;
  }
  return array;
}

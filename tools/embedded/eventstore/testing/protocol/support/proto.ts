/** The value of a protobuf field: bytes, text, an integer, a boolean, or a message as its fields. */
export type Value = Uint8Array | string | bigint | boolean | Fields;
export type Fields = readonly (readonly [number: number, value: Value | undefined])[];

const LENGTH_DELIMITED = 2;

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
}

function field(number: number, value: Value): Buffer {
  if (typeof value === 'bigint') return Buffer.concat([varint(BigInt(number * 8)), varint(value)]);
  if (typeof value === 'boolean') return field(number, value ? 1n : 0n);
  const content = typeof value === 'string' ? Buffer.from(value) : value instanceof Uint8Array ? value : encode(value);
  return Buffer.concat([varint(BigInt(number * 8 + LENGTH_DELIMITED)), varint(BigInt(content.length)), content]);
}

/** Encodes a protobuf message with these fields in order; undefined ones are left out. */
export function encode(fields: Fields): Buffer {
  return Buffer.concat(fields.map(([number, value]) => (value === undefined ? Buffer.alloc(0) : field(number, value))));
}

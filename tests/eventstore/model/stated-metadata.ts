const MAX_INT64 = 2n ** 63n - 1n;

/** The `$tb` that is a soft deletion. */
export const SOFTLY = MAX_INT64;

/** What metadata says of what can be seen. */
export type Stated = {
  readonly truncateBefore?: bigint;
  readonly maxCount?: bigint;
};

/** Metadata that a sequence of operations may set: what is written, and what that means by the rules. */
export const METADATA: readonly { readonly text: string; readonly says: Stated; readonly isObject: boolean }[] = [
  { text: '{"colour":"red"}', says: {}, isObject: true },
  { text: '{}', says: {}, isObject: true },
  { text: '{"$tb":0}', says: { truncateBefore: 0n }, isObject: true },
  { text: '{"$tb":1}', says: { truncateBefore: 1n }, isObject: true },
  { text: '{"$tb":3}', says: { truncateBefore: 3n }, isObject: true },
  { text: '{"$tb":100}', says: { truncateBefore: 100n }, isObject: true },
  { text: '{"$tb":9223372036854775806}', says: { truncateBefore: MAX_INT64 - 1n }, isObject: true },
  { text: '{"$tb":9223372036854775807}', says: { truncateBefore: SOFTLY }, isObject: true },
  { text: '{"$maxCount":1}', says: { maxCount: 1n }, isObject: true },
  { text: '{"$maxCount":2,"$tb":1}', says: { maxCount: 2n, truncateBefore: 1n }, isObject: true },
  { text: '{"$maxCount":0,"$tb":2}', says: { truncateBefore: 2n }, isObject: true },
  { text: '{"$tb":-1,"$maxCount":3}', says: { maxCount: 3n }, isObject: true },
  { text: '{"$maxAge":100000,"$tb":1}', says: { truncateBefore: 1n }, isObject: true },
  { text: '[1]', says: {}, isObject: false },
  { text: '5', says: {}, isObject: false },
  { text: 'junk', says: {}, isObject: false },
];

/** The metadata that a revival writes: the keys of what there was, `$tb` at the first revision of the new life. */
export const revivedText = (text: string, truncateBefore: bigint): string =>
  text.includes('"$tb":')
    ? text.replace(/"\$tb":-?\d+/, `"$tb":${truncateBefore}`)
    : text.replace(/}$/, `${text === '{}' ? '' : ','}"$tb":${truncateBefore}}`);

/** What such a text says: one that can be set, or one that a revival makes of it. */
export function statedBy(text: string): Stated {
  const known = METADATA.find((each) => each.text === text);
  if (known) return known.says;
  const [, truncateBefore = ''] = /"\$tb":(\d+)/.exec(text) ?? [];
  const [, maxCount = '0'] = /"\$maxCount":(\d+)/.exec(text) ?? [];
  return { truncateBefore: BigInt(truncateBefore), ...(maxCount !== '0' && { maxCount: BigInt(maxCount) }) };
}

/** Whether this text is a JSON object. */
export const isObject = (text: string): boolean => text.startsWith('{');

const MAX_INT64 = 2n ** 63n - 1n;

/** The `$tb` of a soft deletion. */
export const SOFT_DELETION_TB = MAX_INT64;

/** The definitions of metadata about readable events. */
export type MetadataRules = {
  readonly truncateBefore?: bigint;
  readonly maxCount?: bigint;
};

/** Metadata that a sequence may set: the text, and its meaning by the rules. */
export const METADATA: readonly { readonly text: string; readonly rules: MetadataRules; readonly isObject: boolean }[] =
  [
    { text: '{"colour":"red"}', rules: {}, isObject: true },
    { text: '{}', rules: {}, isObject: true },
    { text: '{"$tb":0}', rules: { truncateBefore: 0n }, isObject: true },
    { text: '{"$tb":1}', rules: { truncateBefore: 1n }, isObject: true },
    { text: '{"$tb":3}', rules: { truncateBefore: 3n }, isObject: true },
    { text: '{"$tb":100}', rules: { truncateBefore: 100n }, isObject: true },
    { text: '{"$tb":9223372036854775806}', rules: { truncateBefore: MAX_INT64 - 1n }, isObject: true },
    { text: '{"$tb":9223372036854775807}', rules: { truncateBefore: SOFT_DELETION_TB }, isObject: true },
    { text: '{"$maxCount":1}', rules: { maxCount: 1n }, isObject: true },
    { text: '{"$maxCount":2,"$tb":1}', rules: { maxCount: 2n, truncateBefore: 1n }, isObject: true },
    { text: '{"$maxCount":0,"$tb":2}', rules: { truncateBefore: 2n }, isObject: true },
    { text: '{"$tb":-1,"$maxCount":3}', rules: { maxCount: 3n }, isObject: true },
    { text: '{"$maxAge":100000,"$tb":1}', rules: { truncateBefore: 1n }, isObject: true },
    { text: '[1]', rules: {}, isObject: false },
    { text: '5', rules: {}, isObject: false },
    { text: 'junk', rules: {}, isObject: false },
  ];

/** The metadata that a revival writes: the same keys, and `$tb` at the next revision. */
export const revivedText = (text: string, truncateBefore: bigint): string =>
  text.includes('"$tb":')
    ? text.replace(/"\$tb":-?\d+/, `"$tb":${truncateBefore}`)
    : text.replace(/}$/, `${text === '{}' ? '' : ','}"$tb":${truncateBefore}}`);

/** The meaning of a text that a sequence sets, or that a revival makes of it. */
export function rulesIn(text: string): MetadataRules {
  const known = METADATA.find((each) => each.text === text);
  if (known) return known.rules;
  const [, truncateBefore = ''] = /"\$tb":(\d+)/.exec(text) ?? [];
  const [, maxCount = '0'] = /"\$maxCount":(\d+)/.exec(text) ?? [];
  return { truncateBefore: BigInt(truncateBefore), ...(maxCount !== '0' && { maxCount: BigInt(maxCount) }) };
}

/** Whether this text is a JSON object. */
export const isObject = (text: string): boolean => text.startsWith('{');

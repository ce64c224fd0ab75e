const WITH_DASHES = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const WITHOUT_DASHES = /^[0-9a-f]{32}$/;
/** Invalid as the id of an event. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** Gives a UUID in lower case with dashes; undefined for any other text. */
export function parseUuid(text: string): string | undefined {
  if (WITH_DASHES.test(text)) return text;
  const lower = text.toLowerCase();
  if (WITH_DASHES.test(lower)) return lower;
  return WITHOUT_DASHES.test(lower) ? withDashes(lower) : undefined;
}

function withDashes(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const hexOf = (half: bigint): string => BigInt.asUintN(64, half).toString(16).padStart(16, '0');

/** The UUID of two 64-bit halves, the most significant first. */
export const uuidOfHalves = (most: bigint, least: bigint): string => withDashes(hexOf(most) + hexOf(least));

/** The two halves of a UUID, as signed 64-bit numbers. */
export function halvesOf(uuid: string): { most: bigint; least: bigint } {
  const hex = uuid.replaceAll('-', '');
  const half = (from: number) => BigInt.asIntN(64, BigInt(`0x${hex.slice(from, from + 16)}`));
  return { most: half(0), least: half(16) };
}

const WITH_DASHES = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const WITHOUT_DASHES = /^[0-9a-f]{32}$/;
/** No event can have it. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** A UUID in lower case with dashes; undefined for what is none. */
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

/** The UUID of these two halves, the most significant bits first. */
export const uuidOfHalves = (most: bigint, least: bigint): string => withDashes(hexOf(most) + hexOf(least));

/** The two halves of a UUID, as signed numbers of 64 bits. */
export function halvesOf(uuid: string): { most: bigint; least: bigint } {
  const hex = uuid.replaceAll('-', '');
  const half = (from: number) => BigInt.asIntN(64, BigInt(`0x${hex.slice(from, from + 16)}`));
  return { most: half(0), least: half(16) };
}

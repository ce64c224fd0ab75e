/** Amount of a field in cents; 0 if it is not an amount. */
const centsOf = (amount: number | undefined) => {
  const cents = Math.round((amount ?? 0) * 100);
  return Number.isFinite(cents) ? cents : 0;
};

/** Remainder of an amount after its parts, in whole units; negative if the parts exceed it. */
export function leftOf(amount: number | undefined, parts: readonly { amount?: number | undefined }[]): number {
  return parts.reduce((left, part) => left - centsOf(part.amount), centsOf(amount)) / 100;
}

/** An amount of a field in cents; what is no amount counts as 0. */
const centsOf = (amount: number | undefined) => {
  const cents = Math.round((amount ?? 0) * 100);
  return Number.isFinite(cents) ? cents : 0;
};

/** What is left of an amount beside its parts, in whole units; negative where they are more. */
export function leftOf(amount: number | undefined, parts: readonly { amount?: number | undefined }[]): number {
  return parts.reduce((left, part) => left - centsOf(part.amount), centsOf(amount)) / 100;
}

import fc from 'fast-check';
import { expect } from 'vitest';

/** A rare case that is missing from a round by chance is not missing from all of them. */
const MAX_ROUNDS = 6;

/**
 * Checks a property for random inputs, in further rounds of as many until each case was met more often than `least`.
 *
 * @param counts How often the property met each case; the property itself counts
 */
export function assertWithCases<Inputs>(
  property: fc.IProperty<Inputs>,
  numRuns: number,
  counts: Readonly<Record<string, number>>,
  least = 0,
): void {
  const isMissing = () => Object.values(counts).some((count) => count <= least);
  for (let round = 0; round === 0 || (round < MAX_ROUNDS && isMissing()); round += 1) fc.assert(property, { numRuns });
  for (const [name, count] of Object.entries(counts)) expect(count, name).toBeGreaterThan(least);
}

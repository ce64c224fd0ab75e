/**
 * The time by the clock of the machine: the one place where the programs ask for it. Who works for a request gets the
 * moment, or `now`, from there.
 */
export function clock(): Date {
  return new Date();
}

/**
 * The time by the clock of the machine. Programs ask for it here alone; code that works for a request gets the moment,
 * or `now`.
 */
export function clock(): Date {
  return new Date();
}

/** Fewer digits, as of a masked number, name no account. */
const DIGITS_MIN = 5;

/** Whether two keys of accounts in files can be of one account: one number contains the other, or one key has none. */
export function canBeOneAccount(key: string, otherKey: string): boolean {
  const [number, otherNumber] = [longestNumber(key), longestNumber(otherKey)];
  if (number === '' || otherNumber === '') return true;
  return digitsOf(key).includes(otherNumber) || digitsOf(otherKey).includes(number);
}

/** Whether two keys name one account by its number: an IBAN contains the number that a bank's own file has. */
export function isOneAccount(key: string, otherKey: string): boolean {
  return longestNumber(key) !== '' && longestNumber(otherKey) !== '' && canBeOneAccount(key, otherKey);
}

const digitsOf = (key: string) => key.replaceAll(/\D/g, '');

/** The longest run of digits of a key, without leading zeros, or '' if it is too short for a number. */
function longestNumber(key: string): string {
  const runs = key.match(/\d+/g) ?? [];
  const longest = runs.toSorted((one, other) => other.length - one.length)[0]?.replace(/^0+/, '') ?? '';
  return longest.length < DIGITS_MIN ? '' : longest;
}

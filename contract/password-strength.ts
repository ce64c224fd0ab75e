/** How hard a password is to guess, from 0 to 4; `isCommon` and `isOwn` say of a password that it is none at all. */
export type PasswordStrength = { score: 0 | 1 | 2 | 3 | 4; isCommon: boolean; isOwn: boolean };

/** The number of the commonest passwords that are none. */
const COMMONEST = 10_000;
/** The first characters tell how strong a longer password is at least. */
const READ_CHARACTERS_MAX = 100;

let checker: Promise<import('@zxcvbn-ts/core').ZxcvbnFactory> | undefined;

/** The library has dictionaries, and loads when a password is looked at first. */
async function load() {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core');
  const common = await import('@zxcvbn-ts/language-common');
  return new ZxcvbnFactory({ dictionary: common.dictionary, graphs: common.adjacencyGraphs });
}

/** The letters and digits of a text: a name without its spaces is that name. */
const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Looks at a password of somebody with this name and this address. Rejects if the library can't be loaded. */
export async function passwordStrength(
  password: string,
  { fullName, email }: { fullName: string; email: string },
): Promise<PasswordStrength> {
  checker ??= load().catch((failure: unknown) => {
    checker = undefined;
    throw failure;
  });
  const read = password.trim().slice(0, READ_CHARACTERS_MAX);
  const own = [fullName, email, email.split('@')[0] ?? ''].map((text) => text.trim()).filter((text) => text !== '');
  const { score, sequence } = (await checker).check(read, own);
  const [whole, ...more] = sequence as readonly { dictionaryName?: string; rank?: number; token?: string }[];
  const isKnown = more.length === 0 && whole?.token === read && (whole.rank ?? Number.POSITIVE_INFINITY) <= COMMONEST;
  return {
    score,
    isCommon: isKnown && whole?.dictionaryName === 'passwords-common',
    isOwn: lettersOf(read) !== '' && own.some((text) => lettersOf(text) === lettersOf(read)),
  };
}

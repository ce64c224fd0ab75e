import { type Day, dayOf, daysBetween, shifted } from '#ledger/model/days.ts';
import { amountOf, type Cents } from '#ledger/model/money.ts';

/** A confirmed day that does not hold. `difference` is bank − books, in cents; days are ISO dates. */
export type BalanceDifference = {
  date: string;
  difference: number;
  /** The last confirmed day before it that holds, or null if there is none. */
  since: string | null;
  /** The confirmed days after it, in order, with their differences. */
  later: readonly { date: string; difference: number }[];
};

/** A row of a file that was left out of its import; `amount` in cents. */
export type LeftOutRow = { importId: string; line: number; date: string; amount: Cents; title: string };

/**
 * An entry of the account: `change` is the amount that it adds to it, in cents; `isFromBank` whether a row of a file
 * was imported as it or matched with it.
 */
export type AccountEntry = {
  entryId: string;
  revision: bigint;
  type: 'Expense' | 'Income' | 'Transfer';
  title: string | null;
  date: string;
  amount: Cents;
  change: Cents;
  isSplit: boolean;
  isFromBank: boolean;
};

/** A change-set in force that has moved the account up to that day, by `change` cents. */
export type ChangeBehind = {
  changeSetId: string;
  summary: string;
  change: number;
  entry: Cause['entry'];
  /** How many change-sets since the day was confirmed make the difference together; 0 for one from before that. */
  together: number;
};

/** The data in which causes of a difference are sought. */
export type Evidence = {
  changes: readonly ChangeBehind[];
  leftOut: readonly LeftOutRow[];
  /**
   * The account's entries from a year before the day on, or since the last day that holds, until some weeks after it.
   */
  entries: readonly AccountEntry[];
  /**
   * With which balance, in cents, a day would have to begin for the books to agree, or null if it can't be the
   * starting balance. `isOfStatement` where a file has confirmed the day.
   */
  beginning: { date: string; balance: Cents; isOfStatement: boolean } | null;
};

/** Why a cause may be the difference. Amounts are in cents, days ISO dates; contract/reason-words.ts has the words. */
export type CauseReason =
  | { is: 'adjusting entry'; difference: number }
  /** `together` changes since the day was confirmed make the difference; 0 for one from before that. */
  | { is: 'change'; summary: string; change: number; together: number }
  /** `together` rows that were left out make the difference. */
  | { is: 'left out'; together: number }
  | { is: 'beginning'; difference: number; date: string; balance: number }
  | { is: 'twice'; days: readonly string[] }
  | { is: 'exact' }
  /** `agreesOn` is the next confirmed day, where that holds. */
  | { is: 'counted earlier' | 'counted later'; day: string; agreesOn: string | null }
  | { is: 'sign'; type: AccountEntry['type'] }
  | { is: 'digits swapped' | 'decimal point'; amount: number; insteadOf: number };

/** The mending of a cause; amounts are in whole units, as the body of mend has them. */
export type Mend =
  | { does: 'undo'; changeSetId: string }
  | { does: 'delete' | 'turn'; entryId: string }
  | { does: 'set amount'; entryId: string; amount: number }
  | { does: 'set date'; entryId: string; date: Day }
  | { does: 'record row'; importId: string; line: number }
  | { does: 'begin with'; date: Day; balance: number }
  | { does: 'adjust' };

/** A likely cause of a difference. `adds` is the change of the account by its mending, in cents. */
export type Cause = {
  kind:
    | ('changed since' | 'left out' | 'twice' | 'starting balance' | 'exact' | 'across the day' | 'sign turned')
    | ('digits swapped' | 'decimal point' | 'adjust');
  reason: CauseReason;
  entry: { id: string | null; type: string; title: string; date: string; amount: number } | null;
  adds: number;
  mend: Mend;
};

/** A cause with how likely it is beside others. */
type Likely = Cause & { likelihood: number };

/** The largest number of causes, the adjusting entry included. */
export const CAUSES_MAX = 10;

/** The most rows that were left out and are named as a difference together. */
const LEFT_OUT_TOGETHER_MAX = 6;
/** The largest distance in days between two entries that may be one entered twice. */
const TWICE_DAYS = 7;
/** The largest distance in days of an entry from the end of a day, on whose other side the bank may count it. */
const ACROSS_DAYS = 7;

/**
 * The likelihood of each kind of cause where it fits and nothing else is known: the higher, the fewer differences it
 * fits by chance.
 */
const LIKELY = {
  changedSince: 100,
  leftOut: 95,
  acrossConfined: 92,
  twice: 88,
  startOfStatement: 84,
  decimalPoint: 72,
  acrossNear: 66,
  signTurned: 66,
  changedBefore: 62,
  exact: 58,
  digitsSwapped: 52,
  oneOfSeveral: 50,
  startByHand: 45,
} as const;
/**
 * The deductions from a likelihood where the next confirmed days speak against the cause, and where the bank itself has
 * the entry as it is.
 */
const LATER_DAYS_SPEAK_AGAINST = 45;
const FROM_THE_BANK = 20;

/**
 * Gives likely causes why the books do not agree with the bank on a day, the likeliest first, each with a reason, the
 * amount that its mending adds to the account on that day in cents, and the mending. The last one is the adjusting
 * entry (product 11.8).
 */
export function causesOf(day: BalanceDifference, evidence: Evidence): Cause[] {
  const inWindow = evidence.entries.filter(({ date }) => date <= day.date && (day.since === null || date > day.since));
  const like = entriesOfSameWords(evidence.entries);
  const confined = confinedTo(day);
  const against = (likely: Likely): Likely =>
    confined === null || likely.kind === 'across the day' || likely.kind === 'changed since'
      ? likely
      : { ...likely, likelihood: likely.likelihood - LATER_DAYS_SPEAK_AGAINST };
  const causes = [
    ...evidence.changes.map(ofChange),
    ...leftOutOf(day, evidence.leftOut),
    ...(evidence.beginning ? [ofBeginning(day, evidence.beginning)] : []),
    ...twiceOf(day, inWindow, evidence.entries, like),
    ...exactOf(day, inWindow, like),
    ...acrossOf(day, inWindow, evidence.entries, confined),
    ...inWindow
      .filter(({ isSplit }) => !isSplit)
      .flatMap((entry) => [
        ...signOf(day, entry, like(entry)),
        ...digitsOf(day, entry, like(entry)),
        ...decimalPointOf(day, entry, like(entry)),
      ]),
  ].map(against);
  const likeliest = new Map<string, Likely>();
  for (const cause of causes.sort((left, right) => right.likelihood - left.likelihood)) {
    const mended = JSON.stringify(cause.mend);
    if (!likeliest.has(mended)) likeliest.set(mended, cause);
  }
  const named = [...likeliest.values()].slice(0, CAUSES_MAX - 1).map(({ likelihood: _, ...cause }) => cause);
  return [...named, adjustment(day)];
}

function adjustment({ difference }: BalanceDifference): Cause {
  return {
    kind: 'adjust',
    reason: { is: 'adjusting entry', difference },
    entry: null,
    adds: difference,
    mend: { does: 'adjust' },
  };
}

function ofChange({ changeSetId, summary, change, entry, together }: ChangeBehind): Likely {
  const likelihoods: Record<number, number> = { 0: LIKELY.changedBefore, 1: LIKELY.changedSince };
  return {
    kind: 'changed since',
    reason: { is: 'change', summary, change, together },
    entry,
    adds: -change,
    mend: { does: 'undo', changeSetId },
    likelihood: likelihoods[together] ?? LIKELY.oneOfSeveral,
  };
}

/**
 * The rows that were left out and are the difference: each by itself; else all rows, the rows of its sign, or the rows
 * of one import together.
 */
function leftOutOf({ difference }: BalanceDifference, rows: readonly LeftOutRow[]): Likely[] {
  const single = rows.filter(({ amount }) => amount === difference);
  if (single.length > 0) return single.map((row) => ofLeftOut(row, 1));
  const ofSign = rows.filter(({ amount }) => amount < 0 === difference < 0);
  const groups = [rows, ofSign, ...Map.groupBy(rows, ({ importId }) => importId).values()];
  const together = groups.find((group) => group.reduce((sum, { amount }) => sum + amount, 0) === difference);
  if (together === undefined || together.length > LEFT_OUT_TOGETHER_MAX) return [];
  return together.map((row) => ofLeftOut(row, together.length));
}

function ofLeftOut({ importId, line, date, amount, title }: LeftOutRow, together: number): Likely {
  return {
    kind: 'left out',
    reason: { is: 'left out', together },
    entry: { id: null, type: amount < 0 ? 'Expense' : 'Income', title, date, amount: Math.abs(amount) },
    adds: amount,
    mend: { does: 'record row', importId, line },
    likelihood: LIKELY.leftOut,
  };
}

function ofBeginning(
  { difference }: BalanceDifference,
  { date, balance, isOfStatement }: NonNullable<Evidence['beginning']>,
): Likely {
  return {
    kind: 'starting balance',
    reason: { is: 'beginning', difference, date, balance },
    entry: null,
    adds: difference,
    mend: { does: 'begin with', date: dayOf(date), balance: amountOf(balance) },
    likelihood: isOfStatement ? LIKELY.startOfStatement : LIKELY.startByHand,
  };
}

/** The largest number of entries of the same amount that are compared with each other, the newest. */
const TWINS_MAX = 200;

/**
 * The causes 'twice': another entry within some days has the same amount and like words, so the later of the two is one
 * too many.
 */
function twiceOf(
  day: BalanceDifference,
  inWindow: readonly AccountEntry[],
  all: readonly AccountEntry[],
  like: Like,
): Likely[] {
  const same = all.filter(({ change }) => change === -day.difference).slice(0, TWINS_MAX);
  return inWindow
    .filter(({ change }) => change === -day.difference)
    .slice(0, TWINS_MAX)
    .flatMap((entry) => {
      const twins = same.filter(
        (other) => other.entryId !== entry.entryId && isLater(entry, other) && sharesAWord(entry, other),
      );
      const [nearest] = twins.sort(
        (left, right) => daysBetween(left.date, entry.date) - daysBetween(right.date, entry.date),
      );
      if (!nearest) return [];
      const gap = daysBetween(nearest.date, entry.date);
      if (gap > TWICE_DAYS) return [];
      const isHabit = gap >= usualGap(like(entry).filter(({ amount }) => amount === entry.amount));
      return [
        {
          kind: 'twice' as const,
          reason: { is: 'twice' as const, days: gap === 0 ? [entry.date] : [nearest.date, entry.date] },
          ...deleted(day, entry),
          likelihood: LIKELY.twice - 4 * gap - (isHabit ? 22 : 0),
        },
      ];
    });
}

/** Whether `entry` is to be deleted, of two: the entry that the bank does not have, else the later one. */
function isLater(entry: AccountEntry, other: AccountEntry): boolean {
  if (entry.isFromBank !== other.isFromBank) return other.isFromBank;
  return entry.revision > other.revision;
}

/** The median of the days between entries that follow each other; infinite where they are fewer than four. */
function usualGap(entries: readonly AccountEntry[]): number {
  const dates = entries.map(({ date }) => date).sort();
  if (dates.length < 4) return Number.POSITIVE_INFINITY;
  return median(dates.slice(1).map((date, index) => daysBetween(dates[index] ?? date, date)));
}

function exactOf(day: BalanceDifference, inWindow: readonly AccountEntry[], like: Like): Likely[] {
  return inWindow
    .filter(({ change }) => change === -day.difference)
    .map((entry) => {
      const isUsual = like(entry).some(({ entryId, amount }) => entryId !== entry.entryId && amount === entry.amount);
      return {
        kind: 'exact' as const,
        reason: { is: 'exact' as const },
        ...deleted(day, entry),
        likelihood: LIKELY.exact + (isUsual ? -8 : 6) - (entry.isFromBank ? FROM_THE_BANK : 0),
      };
    });
}

function deleted({ difference }: BalanceDifference, entry: AccountEntry) {
  return {
    entry: presented(entry),
    adds: difference,
    mend: { does: 'delete' as const, entryId: entry.entryId },
  };
}

/**
 * The last confirmed day with the same difference and the next one, where that holds: then the books have everything,
 * but on another day. Null if the difference stays, or no later day is confirmed.
 */
function confinedTo({ date, difference, later }: BalanceDifference): { last: string; holds: string } | null {
  const index = later.findIndex((day) => day.difference !== difference);
  const next = later[index];
  if (next?.difference !== 0) return null;
  return { last: later[index - 1]?.date ?? date, holds: next.date };
}

/** The causes 'across the day': entries of the difference dated after it, and of its opposite that may belong there. */
function acrossOf(
  day: BalanceDifference,
  inWindow: readonly AccountEntry[],
  all: readonly AccountEntry[],
  confined: ReturnType<typeof confinedTo>,
): Likely[] {
  const stays = confined === null && day.later.length > 0;
  const agreesOn = confined?.holds ?? null;
  const likelihood = (gap: number) => {
    if (confined) return LIKELY.acrossConfined - Math.min(gap, 60) / 4;
    return LIKELY.acrossNear - 4 * gap - (stays ? LATER_DAYS_SPEAK_AGAINST : 0);
  };
  const isNear = (date: string) => confined !== null || daysBetween(date, day.date) <= ACROSS_DAYS;
  const after = all.filter(
    ({ date, change }) =>
      change === day.difference &&
      date > (confined?.last ?? day.date) &&
      (!confined || date <= confined.holds) &&
      isNear(date),
  );
  const before = inWindow.filter(({ date, change }) => change === -day.difference && isNear(date));
  const dated = (entry: AccountEntry, reason: CauseReason, date: string): Likely => ({
    kind: 'across the day',
    reason,
    entry: presented(entry),
    adds: day.difference,
    mend: { does: 'set date', entryId: entry.entryId, date: dayOf(date) },
    likelihood: likelihood(daysBetween(entry.date, day.date)),
  });
  return [
    ...after.map((entry) => dated(entry, { is: 'counted earlier', day: day.date, agreesOn }, day.date)),
    ...before.map((entry) =>
      dated(
        entry,
        { is: 'counted later', day: confined?.last ?? day.date, agreesOn },
        shifted(confined?.last ?? day.date, 1),
      ),
    ),
  ];
}

function signOf(day: BalanceDifference, entry: AccountEntry, like: readonly AccountEntry[]): Likely[] {
  if (2 * entry.change !== -day.difference) return [];
  const others = like.filter(({ entryId }) => entryId !== entry.entryId);
  const turned = others.filter(({ change }) => change < 0 !== entry.change < 0).length;
  const habit = others.length === 0 ? 0 : turned === others.length ? 22 : turned === 0 ? -14 : 0;
  return [
    {
      kind: 'sign turned',
      reason: { is: 'sign', type: entry.type },
      entry: presented(entry),
      adds: day.difference,
      mend: { does: 'turn', entryId: entry.entryId },
      likelihood: LIKELY.signTurned + habit - (entry.isFromBank ? FROM_THE_BANK : 0),
    },
  ];
}

function digitsOf(day: BalanceDifference, entry: AccountEntry, like: readonly AccountEntry[]): Likely[] {
  if (day.difference % 9 !== 0) return [];
  // With a zero in front, since 6,027 becomes 627 where its first two digits are swapped.
  const digits = [...`0${entry.amount}`];
  const swapped = digits.slice(1).map((digit, index) =>
    Number(
      digits
        .with(index, digit)
        .with(index + 1, digits[index] ?? '')
        .join(''),
    ),
  );
  return amountsOf(day, entry, like, swapped, {
    kind: 'digits swapped',
    likelihood: LIKELY.digitsSwapped,
  });
}

function decimalPointOf(day: BalanceDifference, entry: AccountEntry, like: readonly AccountEntry[]): Likely[] {
  const amounts = [entry.amount * 10, entry.amount * 100, entry.amount / 10, entry.amount / 100];
  return amountsOf(day, entry, like, amounts, {
    kind: 'decimal point',
    likelihood: LIKELY.decimalPoint,
  });
}

/** A cause for each other amount of an entry that makes the books agree. */
function amountsOf(
  day: BalanceDifference,
  entry: AccountEntry,
  like: readonly AccountEntry[],
  amounts: readonly number[],
  { kind, likelihood }: { kind: 'digits swapped' | 'decimal point'; likelihood: number },
): Likely[] {
  const sign = entry.change < 0 ? -1 : 1;
  const fitting = amounts.filter(
    (amount) => Number.isInteger(amount) && amount > 0 && sign * (amount - entry.amount) === day.difference,
  );
  return [...new Set(fitting)].map((amount) => ({
    kind,
    reason: { is: kind, amount, insteadOf: entry.amount },
    entry: presented(entry),
    adds: day.difference,
    mend: { does: 'set amount', entryId: entry.entryId, amount: amountOf(amount as Cents) } satisfies Mend,
    likelihood: likelihood + plausibility(entry, amount, like) - (entry.isFromBank ? FROM_THE_BANK : 0),
  }));
}

/** How much better another amount fits an entry, by the amounts of like titles, and by how prices end. */
function plausibility(entry: AccountEntry, amount: number, like: readonly AccountEntry[]): number {
  const others: number[] = like.filter(({ entryId }) => entryId !== entry.entryId).map((other) => other.amount);
  const known = (others.includes(amount) ? 26 : 0) - (others.includes(entry.amount) ? 16 : 0);
  const ends = Number(endsAsPrice(amount)) - Number(endsAsPrice(entry.amount));
  if (others.length < 2) return known + 4 * ends;
  const usual = median(others);
  const nearer = Math.abs(Math.log(entry.amount / usual)) - Math.abs(Math.log(amount / usual));
  return known + 4 * ends + Math.max(-16, Math.min(20, 24 * nearer));
}

const endsAsPrice = (cents: number) => [0, 5, 9].includes(cents % 10);

function presented({ entryId, type, title, date, amount }: AccountEntry): NonNullable<Cause['entry']> {
  return { id: entryId, type, title: title ?? 'Transfer', date, amount };
}

/** Gives the entries with the same words as an entry, itself included. */
type Like = (entry: AccountEntry) => readonly AccountEntry[];

function entriesOfSameWords(entries: readonly AccountEntry[]): Like {
  const byWords = Map.groupBy(entries, ({ title }) => wordsOf(title).join(' '));
  return ({ title }) => byWords.get(wordsOf(title).join(' ')) ?? [];
}

function sharesAWord(entry: AccountEntry, other: AccountEntry): boolean {
  const words = wordsOf(entry.title);
  const others = wordsOf(other.title);
  if (words.length === 0 || others.length === 0) return words.length === others.length;
  return words.some((word) => others.includes(word));
}

/** The words of a title, in small letters and without numbers; all of it where nothing is left. */
function wordsOf(title: string | null): string[] {
  const text = (title ?? '').toLowerCase();
  const words = text.split(/[^\p{L}]+/u).filter((word) => word.length > 2);
  return words.length > 0 ? words : [text.trim()].filter((word) => word !== '');
}

function median(values: readonly number[]): number {
  const inOrder = values.toSorted((left, right) => left - right);
  return inOrder[Math.floor(inOrder.length / 2)] ?? 0;
}

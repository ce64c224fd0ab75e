import type { CauseReason } from '#ledger/reconcile/causes.ts';
import { dayText, moneyText } from './texts.ts';

const TURNED = { Expense: 'an income', Income: 'an expense', Transfer: 'a transfer the other way' } as const;

/** A sentence that says why a cause may be the difference of a confirmed day (product 11.8). */
export function reasonInWords(reason: CauseReason, currency: string): string {
  const money = (cents: number) => moneyText(cents, currency);
  switch (reason.is) {
    case 'adjusting entry':
      return (
        `An adjusting entry of ${money(reason.difference)} makes the books agree, ` +
        'and says nothing of why they did not.'
      );
    case 'change': {
      const { summary, change, together } = reason;
      const sentence = `‘${summary}’ moved the account by ${money(change)}`;
      if (together === 0) return `Before the day was confirmed, ${sentence}, which is the difference.`;
      if (together === 1) return `Since the day was confirmed, ${sentence}, which is the difference.`;
      return `One of ${together} changes since the day was confirmed that together make the difference: ${sentence}.`;
    }
    case 'left out':
      return reason.together === 1
        ? 'The bank has it: this row was left out when its file was imported.'
        : `One of ${reason.together} rows that were left out when their file was imported, ` +
            'and together are the difference.';
    case 'beginning': {
      const { difference, date, balance } = reason;
      const off = `${money(Math.abs(difference))} ${difference < 0 ? 'too much' : 'too little'}`;
      const mended = `with ${money(balance)} on ${dayText(date)} the books would agree with the bank`;
      return `The account began with ${off}: ${mended}.`;
    }
    case 'twice': {
      const on = reason.days.map((day) => `on ${dayText(day)}`).join(' and ');
      return `It may have been entered twice: the same amount and similar words ${on}.`;
    }
    case 'exact':
      return 'It is exactly the difference: the bank may not have it.';
    case 'counted earlier':
      return (
        `It is exactly the difference and dated after ${dayText(reason.day)}${agreesAgain(reason.agreesOn)}: ` +
        'the bank may have counted it by then.'
      );
    case 'counted later':
      return (
        `It is exactly the difference${agreesAgain(reason.agreesOn)}: ` +
        `the bank may have counted it only after ${dayText(reason.day)}.`
      );
    case 'sign':
      return `It is half the difference: as ${TURNED[reason.type]} it would make the books agree.`;
    case 'digits swapped':
    case 'decimal point': {
      const may =
        reason.is === 'decimal point'
          ? 'Its decimal point may be in the wrong place'
          : 'Two of its digits may be swapped';
      return `${may}: ${money(reason.amount)} instead of ${money(reason.insteadOf)} would make the books agree.`;
    }
    default:
      return reason satisfies never;
  }
}

const agreesAgain = (day: string | null) => (day === null ? '' : `, and ${dayText(day)} agrees again`);

import { useId, useState } from 'react';
import type { Occurrence, Schedule } from '#contract/schedule-calls.ts';
import { ruleText, spanText } from '#contract/schedule-texts.ts';
import { useIsPast } from '../../browser-state/known.ts';
import { useInPlace } from '../../commands/use-in-place.ts';
import { useUser } from '../../server/user.ts';
import { hasSeveralAccounts, nameOfAccount } from '../../shared/accounts/accounts.ts';
import { useToday } from '../../shared/as-known/moment.ts';
import { ExpectedAmount, TITLE_AND_AMOUNT } from '../../shared/schedules/expected-amount.tsx';
import { dayWords, expectedText, occurrenceMarks, signSeen, termsOn } from '../../shared/schedules/occurrence-words.ts';
import { formatDay } from '../../ui/day.ts';
import { ErrorText } from '../../ui/fields.tsx';
import { COLUMNS } from '../../ui/page.tsx';
import { MatchEntries } from './match-entries.tsx';
import { PostForm } from './post-form.tsx';

const ROW = [
  'grid min-h-11 grid-cols-[4.25rem_minmax(0,1fr)] items-baseline gap-x-3 border-b border-rule py-2',
  'group-last:border-rule-strong',
  'max-sm:grid-cols-[minmax(0,1fr)] sm:max-md:grid-cols-[6rem_minmax(0,1fr)]',
].join(' ');

/** Marks the buttons of titles. */
export const OCCURRENCE = 'data-occurrence';

const ACTION = [
  'inline-flex min-h-9 items-center text-small text-accent underline-offset-[0.22em] hover:underline touch:min-h-11',
  'disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-progress',
].join(' ');

type Props = {
  occurrence: Occurrence;
  schedule: Schedule | undefined;
  account: string;
  onOpen: (schedule: Schedule, nominal: string) => void;
};

/**
 * An occurrence: what it is in the margin, its day, title and amount. A missed or due one, or one whose title is
 * pressed, has 'Post', 'Match' and 'Skip' below it, and what they ask.
 */
export function OccurrenceTableRow({ occurrence, schedule, account, onOpen }: Props) {
  const user = useUser();
  const isPast = useIsPast();
  const today = useToday();
  const detailId = useId();
  const [isOpen, setOpen] = useState(false);
  const { status, day, title, problem, candidates } = occurrence;
  const terms = schedule && termsOn(schedule, occurrence.nominal);
  const marks = occurrenceMarks(occurrence, schedule).join(', ');
  const isAsked = status === 'missed' || status === 'due';
  const transfer = occurrence.type === 'Transfer' && hasSeveralAccounts(user);
  return (
    <li className={`group ${COLUMNS}`}>
      <p className="note pt-2.5 text-right text-[1.0625rem] max-md:hidden" aria-hidden="true">
        {marks}
      </p>
      <div className={ROW}>
        <span className="text-ink-muted max-sm:order-2 max-sm:col-span-full max-sm:text-label">
          <span aria-hidden="true">{dayWords(day, today)}</span>
          <span className="sr-only">{formatDay(day).full}</span>
          {marks !== '' && (
            <span className="note text-[1rem] sm:max-md:block md:sr-only">
              <span aria-hidden="true" className="sm:hidden">
                {' · '}
              </span>
              {marks}
            </span>
          )}
        </span>
        <div className={TITLE_AND_AMOUNT}>
          <span className="min-w-0 flex-[1_1_7rem]">
            <button
              type="button"
              className="block text-left wrap-anywhere underline-offset-[0.22em] hover:underline"
              aria-label={`${title}, ${formatDay(day).long}`}
              aria-expanded={isOpen}
              aria-controls={detailId}
              {...{ [OCCURRENCE]: true }}
              onClick={() => setOpen(!isOpen)}
            >
              {title}
            </button>
            {transfer && (
              <span className="block text-small text-ink-muted">
                {nameOfAccount(user, occurrence.account)} to {nameOfAccount(user, occurrence.toAccount)}
              </span>
            )}
          </span>
          <span className="ml-auto text-right">
            <ExpectedAmount sign={signSeen(occurrence, account)}>
              {expectedText(occurrence, schedule, user.currency)}
            </ExpectedAmount>
          </span>
        </div>
        {(isAsked || isOpen) && (
          <div id={detailId} className="col-span-full grid gap-1 sm:col-start-2 max-sm:order-3">
            {problem !== null && <p className="text-small text-danger">It is not posted automatically: {problem}</p>}
            {isOpen && terms && (
              <p className="text-small text-ink-muted">
                {ruleText(terms.rule)}, {spanText(terms.amount, user.currency)}.
              </p>
            )}
            {!isPast && candidates[0] && (
              <p className="text-small text-ink-muted">It may be there: {candidates[0].reason}</p>
            )}
            {!isPast && <Answers occurrence={occurrence} schedule={schedule} onOpen={isOpen ? onOpen : undefined} />}
          </div>
        )}
      </div>
    </li>
  );
}

type AnswersProps = {
  occurrence: Occurrence;
  schedule: Schedule | undefined;
  onOpen: ((schedule: Schedule, nominal: string) => void) | undefined;
};

/** 'Post', 'Match' and 'Skip', with what they ask, and the reason of a refusal. */
function Answers({ occurrence, schedule, onOpen }: AnswersProps) {
  const { scheduleId, nominal, title, low, high } = occurrence;
  const [asking, setAsking] = useState<'post' | 'match' | null>(null);
  const id = useId();

  function onSaved() {
    setAsking(null);
    focusBeside(`${id}-post`);
  }

  const post = useInPlace('postOccurrence', { saved: `Posted: ${title}`, failed: 'Unable to post', onSaved });
  const skip = useInPlace('skipOccurrence', { saved: `Skipped: ${title}`, failed: 'Unable to skip', onSaved });
  const name = `${title} of ${formatDay(occurrence.day).long}`;
  const isExact = low === high;

  function leave(what: 'post' | 'match') {
    setAsking(null);
    document.getElementById(`${id}-${what}`)?.focus();
  }

  return (
    <>
      <div className="flex flex-wrap gap-x-5">
        <button
          id={`${id}-post`}
          type="button"
          className={ACTION}
          aria-label={`Post ${name}`}
          aria-disabled={post.pending || undefined}
          {...(!isExact && { 'aria-expanded': asking === 'post' })}
          onClick={() =>
            isExact ? void post.send({ scheduleId, nominal }) : setAsking(asking === 'post' ? null : 'post')
          }
        >
          Post
        </button>
        <button
          id={`${id}-match`}
          type="button"
          className={ACTION}
          aria-label={`Match ${name}`}
          aria-expanded={asking === 'match'}
          onClick={() => setAsking(asking === 'match' ? null : 'match')}
        >
          Match
        </button>
        <button
          type="button"
          className={ACTION}
          aria-label={`Skip ${name}`}
          aria-disabled={skip.pending || undefined}
          onClick={() => void skip.send({ scheduleId, nominal })}
        >
          Skip
        </button>
        {onOpen && schedule && (
          <button type="button" className={ACTION} aria-haspopup="dialog" onClick={() => onOpen(schedule, nominal)}>
            Change the schedule
          </button>
        )}
      </div>
      {asking === 'post' && (
        <PostForm occurrence={occurrence} schedule={schedule} onSaved={onSaved} onLeave={() => leave('post')} />
      )}
      {asking === 'match' && <MatchEntries occurrence={occurrence} onSaved={onSaved} onLeave={() => leave('match')} />}
      <ErrorText id={`${id}-problem`} error={post.problem ?? skip.problem} />
    </>
  );
}

/** The row of an answered occurrence goes: the focus goes on to the next row, else to the row before. */
function focusBeside(actionId: string): void {
  const titles = [...document.querySelectorAll<HTMLElement>(`[${OCCURRENCE}]`)];
  const own = document.getElementById(actionId)?.closest('li')?.querySelector<HTMLElement>(`[${OCCURRENCE}]`);
  const index = own ? titles.indexOf(own) : -1;
  (titles[index + 1] ?? titles[index - 1])?.focus();
}

import { useId } from 'react';
import type { ImportPreview, ImportQuestion } from '#contract/import-calls.ts';
import { useUser } from '../../server/user.ts';
import { formatSigned } from '../../ui/money.ts';
import { PageSection } from '../../ui/page.tsx';
import { OwnCurrency } from './currency.tsx';
import { answer } from './import-store.ts';
import { shortDay, withSign } from './words.ts';

function headingOf(questions: readonly ImportQuestion[], answered: readonly ImportQuestion[]): string {
  if (questions.length > 0) return questions.length === 1 ? 'One question' : `${questions.length} questions`;
  return answered.some(({ id, answer }) => id === 'payments' && answer === 'later') ? 'Left open' : 'Answered';
}

/** Questions to answer before the file can be imported, and below them answered ones, which can be changed. */
export function Questions({ preview: { questions, answered } }: { preview: ImportPreview }) {
  if (questions.length + answered.length === 0) return null;
  return (
    <PageSection margin={<h2 className="note">{headingOf(questions, answered)}</h2>}>
      <div className="grid gap-7">
        {[...questions, ...answered].map((question) => (
          <Question key={`${question.id} ${question.account ?? ''}`} question={question} />
        ))}
      </div>
    </PageSection>
  );
}

function Question({ question }: { question: ImportQuestion }) {
  const { id, account, text, choices, labels, examples, isOpen } = question;
  const name = useId();
  return (
    <fieldset>
      <legend className={isOpen ? 'font-semibold' : 'text-ink-muted'}>{text}</legend>
      <div className="mt-1 flex flex-wrap gap-x-8">
        {choices.map((choice, index) => (
          <div key={choice} className={examples.length > 0 ? 'min-w-64 flex-1' : undefined}>
            <label className="flex min-h-9 cursor-pointer items-center gap-[0.65rem] touch:min-h-11">
              <input
                type="radio"
                name={name}
                className="size-[18px] accent-accent"
                checked={!isOpen && question.answer === choice}
                onChange={() => answer(id, account, choice)}
              />
              {labels[index] ?? choice}
            </label>
            <ChoiceExample example={examples[index]} />
          </div>
        ))}
      </div>
      {id === 'other-currency' && <OwnCurrency code={choices[0]} />}
    </fieldset>
  );
}

/** Some rows as an answer reads them, and the balance after all rows. */
function ChoiceExample({ example }: { example: ImportQuestion['examples'][number] | undefined }) {
  const { currency } = useUser();
  if (!example || example.rows.length === 0) return null;
  return (
    <div className="mb-3 ml-7 grid max-w-96 gap-[0.15rem] text-small text-ink-muted">
      {example.rows.map(({ line, date, title, amount }) => (
        <p key={line} className="grid grid-cols-[5.5rem_minmax(0,1fr)_auto] gap-3">
          <span>{date ? shortDay(date) : 'no day'}</span>
          <span className="truncate">{title}</span>
          <span className="tabular-nums">{amount === null ? 'left out' : withSign(amount, currency)}</span>
        </p>
      ))}
      {example.comesTo !== null && (
        <p className="flex justify-between gap-3 border-t border-rule pt-[0.15rem]">
          <span>and comes to</span>
          <span className="tabular-nums">{formatSigned(example.comesTo, currency)}</span>
        </p>
      )}
    </div>
  );
}

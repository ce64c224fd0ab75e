import { useId } from 'react';
import { Link } from 'react-router-dom';
import type { ImportPreview, ImportQuestion } from '#contract/import-calls.ts';
import { CURRENCIES } from '#ledger/model/constants.ts';
import { PageSection } from '../../ui/page.tsx';
import { answer } from './import-store.ts';

/** Questions to answer before the file can be imported, and below them answered ones, which can be changed. */
export function Questions({ preview: { questions, answered } }: { preview: ImportPreview }) {
  if (questions.length + answered.length === 0) return null;
  return (
    <PageSection margin={<h2 className="note">{questions.length > 0 ? 'To be answered' : 'Answered'}</h2>}>
      <div className="grid gap-7">
        {[...questions, ...answered].map((question) => (
          <Question key={`${question.id} ${question.account ?? ''}`} question={question} />
        ))}
      </div>
    </PageSection>
  );
}

function Question({ question }: { question: ImportQuestion }) {
  const { id, account, text, choices, labels, isOpen } = question;
  const name = useId();
  return (
    <fieldset>
      <legend className={isOpen ? 'font-semibold' : 'text-ink-muted'}>{text}</legend>
      <div className="mt-1 flex flex-wrap gap-x-8">
        {choices.map((choice, index) => (
          <label key={choice} className="flex min-h-9 cursor-pointer items-center gap-[0.65rem] touch:min-h-11">
            <input
              type="radio"
              name={name}
              className="size-[18px] accent-accent"
              checked={!isOpen && question.answer === choice}
              onChange={() => answer(id, account, choice)}
            />
            {labels[index] ?? choice}
          </label>
        ))}
      </div>
      {id === 'other-currency' && <OwnCurrency code={choices[0]} />}
    </fieldset>
  );
}

/** Hint for somebody who counts in the currency of the file: Daybook may be set to it. */
function OwnCurrency({ code }: { code: string | undefined }) {
  if (!Object.values<string | undefined>(CURRENCIES).includes(code)) return null;
  return (
    <p className="mt-1 text-small text-ink-muted">
      If you count in {code}, change your currency in{' '}
      <Link className="link" to="/settings">
        Settings
      </Link>{' '}
      first, and come back.
    </p>
  );
}

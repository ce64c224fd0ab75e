import { useEffect, useState } from 'react';
import type { Problem } from '#contract/problems.ts';
import { COMPARISONS } from '#contract/report-calls.ts';
import { COLUMN_PERIODS, MEASURES, REPORT_RANGES, ROW_KINDS } from '#ledger/reports/words.ts';
import { useUser } from '../../server/user.ts';
import { hasSeveralAccounts } from '../../shared/accounts/accounts.ts';
import { useToday } from '../../shared/as-known/moment.ts';
import { DayField } from '../../ui/day-field.tsx';
import { FormField, Input } from '../../ui/fields.tsx';
import type { ShownQuestion } from './question.ts';
import { accountsWords, COLUMN_WORDS, COMPARISON_WORDS, MEASURE_WORDS, RANGE_WORDS, ROW_WORDS } from './words.ts';

type Props = {
  question: ShownQuestion;
  /** The last answer refused the question. */
  problem: Problem | null;
  onAsk: (change: Partial<ShownQuestion>) => void;
};

const WORDS = [
  'select-picker max-w-full cursor-pointer rounded border-b border-rule-strong bg-transparent pr-6 font-book text-h3',
  'hover:border-accent print:border-transparent print:bg-none print:pr-0',
].join(' ');

/** The question as a sentence: each part of it is a choice (product 9.28). */
export function Sentence({ question, problem, onAsk }: Props) {
  const today = useToday();
  const user = useUser();
  const isDays = question.range === 'days';
  const chosenAccounts = ['', ...user.accounts.map(({ _id }) => _id), question.accounts];
  const ofAccounts = Object.fromEntries([...new Set(chosenAccounts)].map((ids) => [ids, accountsWords(ids, user)]));
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-2 font-book text-h3">
        <Part
          label="Measure"
          words={MEASURE_WORDS}
          choices={MEASURES}
          chosen={question.measure}
          onChoose={(measure) => onAsk({ measure })}
        />
        <Part
          label="Rows"
          words={ROW_WORDS}
          choices={ROW_KINDS}
          chosen={question.by}
          onChoose={(by) => onAsk({ by })}
        />
        <Part
          label="Columns"
          words={COLUMN_WORDS}
          choices={COLUMN_PERIODS}
          chosen={question.over}
          onChoose={(over) => onAsk({ over })}
        />
        <Part
          label="Period"
          words={{ ...RANGE_WORDS, days: 'from one day to another' }}
          choices={[...REPORT_RANGES, 'days']}
          chosen={question.range}
          onChoose={(range) =>
            range === 'days'
              ? onAsk({ range, from: `${today.slice(0, 4)}-01-01`, to: today })
              : onAsk({ range, from: '', to: '' })
          }
        />
        <Part
          label="Compared"
          words={COMPARISON_WORDS}
          choices={COMPARISONS}
          chosen={question.compare}
          isOnPaper={question.compare !== 'none'}
          onChoose={(compare) => onAsk({ compare })}
        />
        {(hasSeveralAccounts(user) || question.accounts !== '') && (
          <Part
            label="Accounts"
            words={{ ...ofAccounts, '': 'in all accounts' }}
            choices={Object.keys(ofAccounts)}
            chosen={question.accounts}
            isOnPaper={question.accounts !== ''}
            onChoose={(accounts) => onAsk({ accounts })}
          />
        )}
      </p>
      <div className="mt-4 flex flex-wrap items-end gap-4 print:hidden">
        {isDays && (
          <>
            <div className="w-44">
              <DayField label="First day" day={question.from} onChoose={(from) => onAsk({ from })} />
            </div>
            <div className="w-44">
              <DayField label="Last day" day={question.to} onChoose={(to) => onAsk({ to })} />
            </div>
          </>
        )}
        <Filter text={question.q} onAsk={(q) => onAsk({ q })} />
      </div>
      {problem && <Refusal problem={problem} />}
    </>
  );
}

type PartProps<Choice extends string> = {
  label: string;
  words: Readonly<Record<Choice, string>>;
  choices: readonly Choice[];
  chosen: Choice;
  /** Whether it is printed. */
  isOnPaper?: boolean;
  onChoose: (choice: Choice) => void;
};

function Part<Choice extends string>(props: PartProps<Choice>) {
  const { label, words, choices, chosen, isOnPaper = true, onChoose } = props;
  return (
    <select
      aria-label={label}
      className={isOnPaper ? WORDS : `${WORDS} print:hidden`}
      value={chosen}
      onChange={({ target }) => onChoose(target.value as Choice)}
    >
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {words[choice]}
        </option>
      ))}
    </select>
  );
}

/** The query that limits the entries, asked with Enter and when the field is left. */
function Filter({ text, onAsk }: { text: string; onAsk: (q: string) => void }) {
  const [typed, type] = useState(text);
  useEffect(() => type(text), [text]);
  const ask = () => typed.trim() !== text.trim() && onAsk(typed.trim());
  return (
    <form
      className="w-80 max-w-full"
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <FormField label="Only entries with" error={undefined}>
        {(control) => (
          <Input
            {...control}
            value={typed}
            placeholder="tag:holiday, -account:Card, amount>50"
            autoComplete="off"
            onChange={({ target }) => type(target.value)}
            onBlur={ask}
          />
        )}
      </FormField>
    </form>
  );
}

/** The reasons why a question has no answer, in the words of its fields. */
function Refusal({ problem }: { problem: Problem }) {
  const reasons = Object.values(problem.errors ?? {});
  return (
    <p role="alert" className="mt-4 border-l-3 border-danger pl-4 text-danger">
      {reasons.length > 0 ? reasons.join('. ') : problem.title}
    </p>
  );
}

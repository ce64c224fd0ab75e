import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { PROBLEMS, type Problem } from '#contract/problems.ts';
import type { Rule } from '#contract/rule-calls.ts';
import { readWithTerms } from '#ledger/search/read-query.ts';
import { useIsPast, useKnown } from '../../browser-state/known.ts';
import { useFormCommand } from '../../commands/use-command.ts';
import { isRetryable } from '../../server/problem.ts';
import { rulesQuery } from '../../server/rule-queries.ts';
import { useUser } from '../../server/user.ts';
import { WritingIsOff } from '../../shared/as-known/writing-is-off.tsx';
import { QueryChips } from '../../shared/query/query-chips.tsx';
import { useNames } from '../../shared/query/use-names.ts';
import { BackTo } from '../../ui/back-to.tsx';
import { Button } from '../../ui/button.tsx';
import { ColumnLayout } from '../../ui/columns.tsx';
import { Checkbox, ErrorText } from '../../ui/fields.tsx';
import { LoadError, SkeletonBar } from '../../ui/loading.tsx';
import { PageHeader, PageSection, useTitle } from '../../ui/page.tsx';
import { DryRun } from './dry-run.tsx';
import { errorsOf } from './rule-errors.ts';
import { RuleFormFields } from './rule-fields.tsx';
import { isWhole, type RuleValues, ruleInput, valuesOf } from './rule-values.ts';
import { RuleWords } from './rule-words.tsx';
import { entriesWords, ranWords } from './run-rules.tsx';
import { usePreview } from './use-preview.ts';

const LIST = '/rules';
/** In the place of an id: a rule to add. */
const NEW = 'new';

/** The screen that adds a rule or changes one, with what it would do beside it (product 9.23). */
export function RuleEditor() {
  useTitle('Rules');
  const { ruleId = NEW } = useParams();
  const isNew = ruleId === NEW;
  const isPast = useIsPast();
  const rules = useQuery({ ...rulesQuery(useKnown()), enabled: !isNew });
  const place = rules.data?.findIndex(({ _id }) => _id === ruleId) ?? -1;
  const rule = rules.data?.[place] ?? null;
  const heading = isNew ? 'New Rule' : rule ? `Rule ${place + 1}` : rules.data ? PROBLEMS.rule_not_found.title : 'Rule';
  return (
    <>
      <PageHeader margin={<BackTo to={LIST}>Rules</BackTo>} heading={heading} />
      <WritingIsOff />
      <PageSection kind="plain">
        {isPast ? (
          rule && <AsItWas rule={rule} />
        ) : isNew || rule ? (
          <Editor key={ruleId} rule={rule} />
        ) : rules.isLoadingError ? (
          <LoadError problem={rules.error.problem} retry={rules.refetch} />
        ) : rules.isPending ? (
          <p aria-busy="true">
            <span className="sr-only">Loading</span>
            <SkeletonBar width="16rem" />
          </p>
        ) : (
          <p className="text-ink-muted">It may have been removed, or the address is not complete.</p>
        )}
      </PageSection>
    </>
  );
}

/** A rule as it was on a past day, to read. */
function AsItWas({ rule }: { rule: Rule }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <QueryChips text={rule.when} label="What it asks" />
      <p>
        <RuleWords rule={rule} />
      </p>
    </div>
  );
}

/** The values that an address can name. */
const BEGUN_BY = ['when', 'category', 'title', 'tags'] as const satisfies readonly (keyof RuleValues)[];

/** The values that an address begins a new rule with. */
function begunBy(address: URLSearchParams): Partial<RuleValues> {
  const beginnings = BEGUN_BY.map((name) => [name, address.get(name)] as const).filter(([, value]) => value !== null);
  return Object.fromEntries(beginnings);
}

function Editor({ rule }: { rule: Rule | null }) {
  const user = useUser();
  const names = useNames(user);
  const navigate = useNavigate();
  const [address] = useSearchParams();
  const [values, setValues] = useState(() => valuesOf(rule, user.currency, rule ? {} : begunBy(address)));
  const [overwrite, setOverwrite] = useState(false);
  const [refused, setRefused] = useState<{ values: RuleValues; problem: Problem } | null>(null);
  const [isTried, setTried] = useState(false);
  const saved = useRef<string | null>(rule?._id ?? null);
  const read = readWithTerms(values.when, names);
  const isReady = isWhole(values) && read.problem === null;
  const input = ruleInput(values, rule);
  const { preview, isAsked, isCurrent } = usePreview(isReady ? { rule: input, ...(overwrite && { overwrite }) } : null);
  const count = preview.data?.count ?? 0;
  const toasts = { saved: rule ? 'Rule changed' : 'Rule added', failed: 'Unable to save the rule' };
  const adding = useFormCommand('addRule', {
    ...toasts,
    onSaved: ({ rule }) => {
      saved.current = rule._id;
    },
  });
  const changing = useFormCommand('changeRule', toasts);
  const running = useFormCommand('runRules', { saved: ranWords(count), failed: 'Unable to run the rule' });

  // The server's answer about the values that it was sent, or asked about.
  const problem =
    refused?.values === values ? refused.problem : preview.isError && isAsked ? preview.error.problem : null;
  const errors = errorsOf(problem, values, read.problem?.message, isTried);

  function onFailed(failure: Problem) {
    if (isRetryable(failure)) return false;
    setRefused({ values, problem: failure });
    return true;
  }

  async function save(): Promise<boolean> {
    if (!rule && saved.current === null) return await adding.send(input, { onFailed });
    const ruleId = saved.current ?? '';
    const unchanged = rule && JSON.stringify({ ...ruleInput(valuesOf(rule, user.currency), rule), isOn: rule.isOn });
    if (unchanged === JSON.stringify({ ...input, isOn: values.isOn })) return true;
    return await changing.send({ ruleId, ...input, isOn: values.isOn }, { onFailed });
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const runs = (event.nativeEvent as globalThis.SubmitEvent).submitter?.id === RUN;
    const form = event.currentTarget;
    setTried(true);
    if (!isReady) return focusFirstWrong(form);
    if (!(await save())) return focusFirstWrong(form);
    const ran = !runs || (await running.send({ ruleIds: [saved.current ?? ''], ...(overwrite && { overwrite }) }));
    if (ran) navigate(LIST);
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <ColumnLayout>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5">
          <RuleFormFields values={values} onChange={setValues} errors={errors} />
        </div>
        <div className="min-w-0">
          <h2 className="subtitle">What it would do</h2>
          <p className="mt-1 text-small text-ink-muted">
            Over the entries that are there. Saving it changes none of them; it goes on with what you import and enter.
          </p>
          {isReady ? (
            <DryRun preview={preview} isCurrent={isCurrent} />
          ) : (
            <p className="mt-3 border-t border-rule-strong pt-3 text-ink-muted">
              Once the rule says when, and what then, this shows it.
            </p>
          )}
          <div className="mt-3">
            <Checkbox label="Also what was set by hand" checked={overwrite} onChange={setOverwrite} />
          </div>
        </div>
      </ColumnLayout>
      <div className="mt-6">
        <ErrorText id="rule-problem" error={errors.form} />
      </div>
      <div className={FOOT}>
        <Button kind="quiet" onClick={() => navigate(LIST)}>
          Cancel
        </Button>
        <Button id={RUN} type="submit" pending={running.pending} disabled={!isCurrent || count === 0}>
          {isCurrent && count > 0 ? `Save and run over ${entriesWords(count)}` : 'Save and run'}
        </Button>
        <Button type="submit" kind="primary" pending={adding.pending || changing.pending}>
          Save rule
        </Button>
      </div>
    </form>
  );
}

/** The id of the button that saves the rule and runs it. */
const RUN = 'save-and-run';

const FOOT = 'mt-3 flex justify-end gap-3 border-t border-rule pt-6 max-xs:flex-col-reverse';

/** Once the messages are there. */
function focusFirstWrong(form: HTMLFormElement) {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
}

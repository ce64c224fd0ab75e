import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Rule } from '#contract/rule-calls.ts';
import { useIsPast, useKnown } from '../../browser-state/known.ts';
import { useCommand } from '../../commands/use-command.ts';
import { rulesQuery } from '../../server/rule-queries.ts';
import { TodayInMargin } from '../../shared/as-known/today-in-margin.tsx';
import { WritingIsOff } from '../../shared/as-known/writing-is-off.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { lazyOverlay } from '../../ui/lazy.tsx';
import { LoadError, SkeletonBar } from '../../ui/loading.tsx';
import { COLUMNS, PageHeader, PageSection, useTitle } from '../../ui/page.tsx';
import { useKeptFocus } from '../../ui/use-kept-focus.ts';
import { useOrdering } from '../../ui/use-ordering.ts';
import { RuleTableRow } from './rule-row.tsx';

const RunRules = lazyOverlay(() => import('./run-rules.tsx').then((file) => file.RunRules));
const RemoveRule = lazyOverlay(() => import('./remove-rule.tsx').then((file) => file.RemoveRule));

/** The screen of the rules in their order (product 9.23). */
export function RulesSection() {
  useTitle('Rules');
  const isPast = useIsPast();
  const rules = useQuery(rulesQuery(useKnown()));
  const [isRunning, setRunning] = useState(false);
  const hasRules = (rules.data ?? []).some(({ isOn }) => isOn);
  return (
    <>
      <PageHeader
        margin={<TodayInMargin />}
        heading="Rules"
        tools={
          !isPast && (
            <>
              {hasRules && (
                <Button writes onClick={() => setRunning(true)}>
                  Run over the Past
                </Button>
              )}
              <Link className={buttonClass('primary')} to="/rules/new">
                Add a Rule
              </Link>
            </>
          )
        }
      />
      <WritingIsOff />
      {rules.isLoadingError ? (
        <PageSection kind="plain">
          <LoadError problem={rules.error.problem} retry={rules.refetch} />
        </PageSection>
      ) : rules.isPending ? (
        <Skeleton />
      ) : rules.data.length === 0 ? (
        <NoRules />
      ) : (
        <RuleList rules={rules.data} reload={rules.refetch} />
      )}
      <RunRules open={isRunning} onOpenChange={setRunning} />
    </>
  );
}

function RuleList({ rules, reload }: { rules: readonly Rule[]; reload: () => unknown }) {
  const { send } = useCommand('orderRules', { saved: 'Rules reordered', failed: 'Unable to reorder the rules' });
  const ordering = useOrdering({
    items: rules.map(({ _id }) => ({ id: _id, group: '' })),
    noun: 'rule',
    onOrder: async (ruleIds) => (await send({ ruleIds })) && (await reload()),
  });
  const byId = new Map(rules.map((rule) => [rule._id, rule]));
  const shown = ordering.shown.flatMap(({ id }) => byId.get(id) ?? []);
  const [removing, setRemoving] = useState<Rule | null>(null);
  const list = useRef<HTMLOListElement>(null);
  useKeptFocus(list);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p role="status" className="sr-only">
        {ordering.said}
      </p>
      <ol ref={list} aria-label="Rules, first to last" className="border-rule md:pb-4">
        {shown.map((rule, index) => (
          <RuleTableRow
            key={rule._id}
            rule={rule}
            place={index + 1}
            ordering={ordering}
            onRemove={() => {
              setRemoving(rule);
              setOpen(true);
            }}
          />
        ))}
      </ol>
      {rules.length > 1 && (
        <PageSection>
          <p className="text-small text-ink-muted">
            They go from the first to the last, and a later one sees what earlier ones did. Drag one by its dots, or
            hold <kbd>Alt</kbd> and press an arrow, to move it.
          </p>
        </PageSection>
      )}
      <RemoveRule rule={removing} open={isOpen} onOpenChange={setOpen} />
    </>
  );
}

function NoRules() {
  return (
    <PageSection kind="plain">
      <p>No rules yet.</p>
      <p className="mt-2 max-w-136 text-ink-muted">
        A rule files what you import and enter: all that a search finds gets a category, a title, tags, or is split. You
        see what it would do before it does, and take back what it did.
      </p>
      <Link className="link mt-4" to="/rules/new">
        Add a rule
      </Link>
    </PageSection>
  );
}

const BAR_WIDTHS = ['11rem', '8rem', '13rem'];

function Skeleton() {
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        Loading
      </p>
      {BAR_WIDTHS.map((width) => (
        <div key={width} className={COLUMNS}>
          <span />
          <p className="grid gap-2 border-t border-rule py-5">
            <SkeletonBar width={width} />
            <SkeletonBar width="15rem" />
          </p>
        </div>
      ))}
    </div>
  );
}

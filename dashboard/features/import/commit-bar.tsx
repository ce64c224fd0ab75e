import type { CallInput } from '#contract/calls.ts';
import type { ImportPreview } from '#contract/import-calls.ts';
import { useCommand } from '../../commands/use-command.ts';
import { call } from '../../server/client.ts';
import { problemMessage } from '../../server/problem.ts';
import { useUser } from '../../server/user.ts';
import { nameOfAccount } from '../../shared/accounts/accounts.ts';
import { Button } from '../../ui/button.tsx';
import { formatSigned } from '../../ui/money.ts';
import { COLUMNS } from '../../ui/page.tsx';
import { entriesChosen, type ImportChoices } from './choices.ts';
import { noteImported, setImporting, useImport } from './import-store.ts';
import { toldBalance, useTotals } from './totals.ts';
import { budgetWords, counted } from './words.ts';

const POLL_MS = 500;
const SHOWN_POLLS_MAX = 60;

const BAR = [
  'pointer-events-auto col-2 flex flex-wrap items-center justify-between',
  'gap-x-6 gap-y-2 border-t border-rule-strong bg-background py-3',
].join(' ');

/**
 * Bar at the foot of the screen: the resulting balances of the accounts, and the button that imports the chosen rows.
 */
export function CommitBar({ preview }: { preview: ImportPreview }) {
  const { choices, begin, balances, rows, columnsError, isReading, isImporting } = useImport((state) => state);
  const { importId } = preview;
  const { send, pending } = useCommand('importCommit', {
    failed: 'Unable to import the file',
    describe: (problem) => problem.errors?.choices ?? problemMessage(problem),
    onSaved: async ({ imported }) => {
      await untilShown(importId);
      noteImported(imported);
    },
  });
  const count = entriesChosen(preview.taken, choices, rows);
  const isOpen = preview.questions.length > 0;
  const lack = isOpen ? 'Answer the questions first.' : columnsError === null ? null : 'Choose the columns first.';
  const hasBalances = preview.statements.some(({ closing }) => closing !== null);
  const told = preview.accounts.flatMap(({ key, asksBalance }) => {
    const balance = asksBalance ? toldBalance(balances, key) : undefined;
    return typeof balance === 'number' ? [[key, balance] as const] : [];
  });
  const isWrong = preview.accounts.some(({ key, asksBalance }) => asksBalance && toldBalance(balances, key) === null);
  const hasBudget = budgetWords(preview.budget) !== '';
  const hasMore = count > 0 || preview.rules > 0 || preview.schedules > 0 || hasBudget || hasBalances;

  async function commit() {
    setImporting(importId, true);
    const input = {
      importId,
      ...(choices.size > 0 && { choices: asInput(choices) }),
      ...(begin.size > 0 && { begin: [...begin] }),
      ...(told.length > 0 && { balances: Object.fromEntries(told) }),
    };
    await send(input, { onFailed: () => setImporting(importId, false) });
  }

  return (
    <div data-commit-bar className="pointer-events-none sticky bottom-(--tabs,0px) z-3">
      <div className={COLUMNS}>
        <div className={BAR}>
          <div className="min-w-0 text-small">{lack === null ? <After preview={preview} /> : <p>{lack}</p>}</div>
          <Button
            kind="primary"
            writes
            className="max-xs:w-full"
            pending={pending || isImporting}
            disabled={isOpen || isReading || isWrong || columnsError !== null || !hasMore}
            onClick={() => void commit()}
          >
            {labelOf(count, preview, { hasBudget, hasBalances })}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** The label of the button: without entries it may add rules, schedules or the budget, or confirm balances alone. */
function labelOf(
  count: number,
  { rules, schedules }: ImportPreview,
  file: { hasBudget: boolean; hasBalances: boolean },
): string {
  if (count > 0) return `Import ${counted(count, 'entry', 'entries')}`;
  if (rules > 0) return `Add ${counted(rules, 'rule', 'rules')}`;
  if (schedules > 0) return `Add ${counted(schedules, 'schedule', 'schedules')}`;
  if (file.hasBudget) return 'Add the budget';
  return file.hasBalances ? 'Confirm the balances' : `Import ${counted(count, 'entry', 'entries')}`;
}

/**
 * Waits until lists have the recorded entries, at most half a minute: they may be behind the result of a command
 * (product 7.5).
 */
async function untilShown(importId: string): Promise<void> {
  for (let poll = 0; poll < SHOWN_POLLS_MAX; poll += 1) {
    const progress = await call('importProgress', { importId });
    if (!progress.ok || progress.data.visible >= progress.data.total) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Number of accounts that the bar names. */
const NAMED_MAX = 2;

function After({ preview: { accounts } }: { preview: ImportPreview }) {
  const user = useUser();
  const totalOf = useTotals();
  const going = accounts.filter(({ goesTo }) => goesTo !== 'nowhere');
  if (going.length === 0 || going.length > NAMED_MAX) return null;
  return going.map((account) => (
    <p key={account.key}>
      <span className="text-ink-muted">
        {account.accountId === null ? account.name : nameOfAccount(user, account.accountId)} comes to
      </span>{' '}
      {formatSigned(totalOf(account).after, user.currency)}
    </p>
  ));
}

function asInput(choices: ImportChoices): NonNullable<CallInput<'importCommit'>['choices']> {
  return Object.fromEntries([...choices].map(([line, choice]) => [String(line), choice]));
}

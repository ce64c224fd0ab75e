import { Button } from '../../ui/button.tsx';

/** Prompt to set the monthly income and expense, shown until they are set. */
export function IncomeAndExpensePrompt({ onSet }: { onSet: () => void }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
      <div className="max-w-120">
        <h3 className="subtitle">Set your income and expense</h3>
        <p className="mt-1 text-ink-muted">
          What comes in and goes out in a usual month? Then you see here how much is left of it.
        </p>
      </div>
      <Button writes onClick={onSet}>
        Set income and expense
      </Button>
    </div>
  );
}

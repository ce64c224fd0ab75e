import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router-dom';
import type { Budget, BudgetCategory } from '#contract/budget-calls.ts';
import { quoted } from '#ledger/search/write-query.ts';
import { useIsPast } from '../../browser-state/known.ts';
import { useUser } from '../../server/user.ts';
import { RenameCategory } from '../../shared/categories/rename-category.tsx';
import { useCategories } from '../../shared/categories/use-categories.ts';
import { AccountTable } from '../../ui/account-table.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { formatSigned, MINUS, signedText } from '../../ui/money.ts';
import { DIALOG_TEXT, DIALOG_TITLE } from '../../ui/overlay.ts';
import { CarryChoice } from './carry-choice.tsx';
import { monthWords } from './months.ts';
import { PlanChanges } from './plan-changes.tsx';
import { TargetForm } from './target-form.tsx';
import { targetWords } from './target-words.ts';
import { YearOfCategory } from './year-of-category.tsx';

type Props = { open: boolean; onClose: () => void; categoryId: string | null; budget: Budget };

/**
 * Drawer of a category: how its available is made up, its target, what carries over, its last twelve months, and the
 * changes of what is planned for it.
 */
export function CategoryDrawer({ open, onClose, categoryId, budget }: Props) {
  const category = budget.categories.find((each) => each.categoryId === categoryId);
  if (!category) return null;
  const above = budget.categories.find((each) => each.categoryId === category.parent);
  return (
    <Drawer open={open} onClose={onClose}>
      <Name key={category.categoryId} category={category} />
      <Radix.Description className={DIALOG_TEXT}>
        {monthWords(budget.month)}
        {category.available === null &&
          `. ${above?.name ?? 'The one above'} pays for it until something is planned for it.`}
      </Radix.Description>
      <Sums category={category} />
      <Section name="Target">
        <Target key={`${category.categoryId} ${JSON.stringify(category.target)}`} category={category} />
      </Section>
      <Section name="At the end of the month">
        <CarryChoice category={category} month={budget.month} />
      </Section>
      <Section name="Twelve months">
        <YearOfCategory category={category} month={budget.month} />
      </Section>
      <Section name="Changes of plan">
        <PlanChanges category={category} month={budget.month} />
      </Section>
      <p className="mt-6">
        <Link className="link" to={entriesAddress(category, budget.month)}>
          Its entries in {monthWords(budget.month)}
        </Link>
      </p>
    </Drawer>
  );
}

/** The name of a category, which can be changed in its place if the category is the user's own. */
function Name({ category: { categoryId, name } }: { category: BudgetCategory }) {
  const isOwn = useCategories().some(({ _id, isOwn }) => _id === categoryId && isOwn);
  const isPast = useIsPast();
  const [isRenaming, setRenaming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  function end() {
    flushSync(() => setRenaming(false));
    button.current?.focus();
  }

  return (
    <>
      <Radix.Title className={`${DIALOG_TITLE} pr-12 ${isRenaming ? 'sr-only' : ''}`}>{name}</Radix.Title>
      {isRenaming ? (
        <div className="mr-12">
          <RenameCategory category={{ _id: categoryId, name }} level={1} onDone={end} />
        </div>
      ) : (
        isOwn &&
        !isPast && (
          <p>
            <button ref={button} type="button" className="link text-small" onClick={() => setRenaming(true)}>
              Rename
            </button>
          </p>
        )
      )}
    </>
  );
}

function Section({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="mt-7 border-t border-rule pt-4">
      <h3 className="note mb-3">{name}</h3>
      {children}
    </section>
  );
}

function Target({ category }: { category: BudgetCategory }) {
  const { currency } = useUser();
  const isPast = useIsPast();
  if (isPast) return <p>{targetWords(category.target, currency)}</p>;
  return <TargetForm category={category} />;
}

function Sums({ category: { carriedIn, planned, spent, refunded, available } }: { category: BudgetCategory }) {
  const { currency } = useUser();
  const money = (amount: number) => formatSigned(amount, currency);
  if (available === null) return <p className="mt-5">{money(spent)} spent</p>;
  return (
    <AccountTable
      caption="How it is made up"
      className="mt-5"
      lines={[
        { name: 'From last month', amount: money(carriedIn) },
        { name: 'Planned', amount: money(planned) },
        {
          name: refunded === 0 ? 'Spent' : `Spent, less ${money(refunded)} refunded`,
          amount: spent > 0 ? signedText(MINUS, money(spent)) : money(-spent),
        },
      ]}
      result={{
        name: 'Available',
        amount: <span className={available < 0 ? 'text-danger' : ''}>{money(available)}</span>,
      }}
    />
  );
}

function entriesAddress({ categoryId, name }: BudgetCategory, month: string): string {
  const which = categoryId === '-' ? 'category:-' : `category:${quoted(name)}`;
  return `/transactions?q=${encodeURIComponent(`${which} date:${month}`)}`;
}

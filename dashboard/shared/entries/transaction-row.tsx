import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Badge } from '../../ui/badge.tsx';
import { SkeletonBar } from '../../ui/loading.tsx';
import { formatMoney } from '../../ui/money.ts';
import { initialsOf } from '../person/initials.ts';
import { AmountText, TypeMark, TypeMarkInColumn } from './amount.tsx';
import { AsideCell, EntryTableRow, UnderLine } from './entry-row.tsx';
import { useFromList } from './from-list.ts';
import { ColumnHeader, RowGroup, TableCell } from './table.tsx';
import { taggedText } from './tagged-text.ts';

/** With or without the column for the payment method of an expense. */
type Columns = 'with-method' | 'without-method';

/** Column headers of a transaction table. */
export function TransactionHeader({ columns, ...rest }: ComponentProps<'div'> & { columns: Columns }) {
  return (
    <EntryTableRow kind="head" columns={columns} {...rest}>
      <ColumnHeader>Type</ColumnHeader>
      {columns === 'with-method' && (
        <ColumnHeader>
          <span className="max-lg:sr-only">Method</span>
        </ColumnHeader>
      )}
      <ColumnHeader>Title</ColumnHeader>
      <ColumnHeader className="text-right">Amount</ColumnHeader>
    </EntryTableRow>
  );
}

/** A transaction or a transfer, as a row shows it. */
export type ListedTransaction = {
  _id: string;
  type: string;
  title: string;
  amount: number;
  wallet?: string | null;
  category?: string | null;
  categoryId?: string | undefined;
  parts?: readonly { categoryId?: string | undefined }[] | null | undefined;
  isRefund?: boolean;
  tags?: readonly string[] | undefined;
  /** Sign of a transfer, as the listed account sees it; other types have a sign of their own. */
  sign?: string;
  /** The account or accounts, in a list of several accounts. */
  accounts?: string | undefined;
  /** The amount that it counts in a query, signed: of a split the parts that are found. */
  counted?: number | undefined;
};
/** The place where a search found an entry beside its title: in a note, the bank's text, or a tag. */
export type MatchedWords = { where: 'note' | 'bank' | 'tag'; before: string; hit: string; after: string };

type RowProps = Omit<ComponentProps<'div'>, 'children'> & {
  transaction: ListedTransaction;
  columns: Columns;
  currency: string;
  /** A cell more, which stands beside the columns. */
  mark?: ReactNode;
  /** Below the title. */
  matched?: MatchedWords | null;
  /** Asks for another category; without it the category is read. */
  onCategory?: () => void;
};

/**
 * Row of a transaction table, with the category beside the title where there is a method. On narrow screens all of
 * them move below the title.
 */
export function TransactionTableRow(props: RowProps) {
  const { transaction, columns, currency, mark, matched, onCategory, ...rest } = props;
  const { _id, type, title, amount, wallet, parts, sign, accounts, counted } = transaction;
  const hasColumn = columns === 'with-method';
  const category = hasColumn ? transaction.category : null;
  const tags = hasColumn ? taggedText(transaction.tags ?? []) : '';
  const refund = hasColumn && transaction.isRefund ? 'Refund' : null;
  const filed = [refund, category].filter(Boolean).join(', ');
  const chip = onCategory && type !== 'Transfer' && !parts ? filed || NO_CATEGORY_NAME : null;
  const notes = [chip === null && filed, accounts, tags].filter(Boolean);
  const under = [wallet, accounts].filter(Boolean);
  const from = useFromList();
  const isPartly = type !== 'Transfer' && counted !== undefined && Math.abs(counted) !== amount;
  return (
    <EntryTableRow kind="link" columns={columns} data-tall={matched ? true : undefined} {...rest}>
      <AsideCell>
        <TypeMarkInColumn type={type} />
      </AsideCell>
      {hasColumn && (
        <AsideCell className="text-ink-muted" title={wallet ?? undefined}>
          {wallet && <Method wallet={wallet} />}
        </AsideCell>
      )}
      <TableCell>
        <div className={`flex items-baseline gap-x-3 ${hasColumn ? 'max-sm:flex-wrap max-sm:gap-x-1.5' : ''}`}>
          <div className={TITLE_LINE}>
            <Link
              dir="auto"
              className={TITLE}
              data-beside={chip === null ? undefined : true}
              to={`/transactions/${_id}`}
              state={from}
              tabIndex={-1}
            >
              {title}
            </Link>
            {parts && (
              <Badge size="small">
                <span className="max-sm:sr-only">Split in</span> {parts.length}{' '}
                <span className="sm:sr-only">parts</span>
              </Badge>
            )}
          </div>
          {hasColumn && <TypeAndMethod type={type} wallet={wallet} />}
          {notes.length > 0 && <span className={NOTES}>{notes.join(', ')}</span>}
          {chip !== null && (
            <button
              type="button"
              tabIndex={-1}
              className={CATEGORY}
              data-none={category ? undefined : true}
              aria-label={`${chip}, change it`}
              onClick={(event) => {
                event.stopPropagation();
                onCategory?.();
              }}
            >
              {chip}
            </button>
          )}
        </div>
        {matched && <Matched {...matched} />}
        {!hasColumn && (
          <UnderLine>
            <TypeMark type={type} small />
            {under.length > 0 && <span>· {under.join(' · ')}</span>}
          </UnderLine>
        )}
      </TableCell>
      <TableCell className="text-right">
        <AmountText type={type} amount={isPartly ? Math.abs(counted) : amount} currency={currency} sign={sign} />
        {isPartly && (
          <div className="text-micro/[1.1] whitespace-nowrap text-ink-muted">of {formatMoney(amount, currency)}</div>
        )}
      </TableCell>
      {mark}
    </EntryTableRow>
  );
}

/** On narrow screens a line of its own. */
const TITLE_LINE = 'contents max-sm:flex max-sm:min-w-0 max-sm:basis-full max-sm:items-baseline max-sm:gap-x-3';

const NOTES = [
  'note min-w-0 shrink-[999] truncate text-[1.0625rem]',
  'max-sm:order-last max-sm:flex-[1_1_0] max-sm:text-[0.9375rem] max-sm:leading-none',
].join(' ');

/** The title gives way last, but leaves room for the first letters of the category. */
const TITLE = [
  'block truncate text-start max-sm:leading-[1.3]',
  'sm:data-beside:max-w-[calc(100%-4.5rem)] sm:data-beside:shrink-0',
].join(' ');

const NO_CATEGORY_NAME = 'No category';

/**
 * The category at the end of the title's cell, to press: a press in the middle of the row opens it. Without a category
 * it is there while the row is pointed at or has the focus.
 */
const CATEGORY = [
  'ml-auto max-w-44 min-w-0 shrink-[50] truncate rounded border border-rule px-1.5 py-px text-label text-ink-muted',
  'max-sm:relative max-sm:ml-0 max-sm:max-w-32 max-sm:shrink-0 max-sm:data-none:opacity-100',
  'hover:border-rule-strong hover:text-ink data-none:opacity-0 [[role=row]:is(:hover,:focus-visible)_&]:opacity-100',
].join(' ');

/** The type and the method of an entry, below its title on narrow screens. */
function TypeAndMethod({ type, wallet }: { type: string; wallet: string | null | undefined }) {
  return (
    <span className="flex min-w-0 items-baseline gap-x-1.5 truncate text-label text-ink-muted sm:hidden">
      <TypeMarkInColumn type={type} />
      {wallet && <Method wallet={wallet} />}
    </span>
  );
}

const WHERE_WORDS = { note: 'in its note:', bank: 'from the bank:', tag: 'its tag:' };

function Matched({ where, before, hit, after }: MatchedWords) {
  return (
    <p className="truncate text-label text-ink-muted">
      <span className="note text-[1rem]">{WHERE_WORDS[where]}</span>{' '}
      <bdi>
        {before}
        <mark className="bg-accent-wash text-ink">{hit}</mark>
        {after}
      </bdi>
    </p>
  );
}

/** The payment method, as its initials where the title needs the room. */
function Method({ wallet }: { wallet: string }) {
  return (
    <span data-initials={initialsOf(wallet)} className="max-lg:before:content-[attr(data-initials)_/_'']">
      <span className="max-lg:sr-only">{wallet}</span>
    </span>
  );
}

const BAR_WIDTHS = [
  ['4rem', '4.6rem', '11rem', '3.4rem'],
  ['4rem', '4.6rem', '7.5rem', '4.4rem'],
  ['3.3rem', '3.9rem', '13rem', '2.9rem'],
  ['4rem', '5.2rem', '9rem', '3.6rem'],
  ['3.3rem', '4.2rem', '12rem', '4rem'],
] as const;

/** Five placeholder rows of the final height. */
export function TransactionSkeleton({ columns }: { columns: Columns }) {
  return (
    <RowGroup>
      {BAR_WIDTHS.map(([type, method, title, amount]) => (
        <EntryTableRow key={title} kind="blank" columns={columns} data-testid="skeleton-row">
          <AsideCell className="overflow-hidden">
            <SkeletonBar width={type} />
          </AsideCell>
          {columns === 'with-method' && (
            <AsideCell className="overflow-hidden">
              <SkeletonBar width={method} />
            </AsideCell>
          )}
          <TableCell>
            <SkeletonBar width={title} />
          </TableCell>
          <TableCell className="text-right">
            <SkeletonBar width={amount} />
          </TableCell>
        </EntryTableRow>
      ))}
    </RowGroup>
  );
}

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Dialog as Radix } from 'radix-ui';
import { Link } from 'react-router-dom';
import type { Explanation } from '#contract/explain-calls.ts';
import { type Figure, parseFigure } from '#contract/figure.ts';
import { messages } from '#contract/messages.ts';
import { useKnown } from '../../browser-state/known.ts';
import { explanationQuery } from '../../server/history-queries.ts';
import { useUser } from '../../server/user.ts';
import { Drawer } from '../../ui/drawer.tsx';
import { LargeAmount } from '../../ui/large-amount.tsx';
import { LoadError, SkeletonBar } from '../../ui/loading.tsx';
import { DIALOG_TITLE } from '../../ui/overlay.ts';
import { formatInstant, instantQuery } from '../as-known/moment.ts';
import { useCategories } from '../categories/use-categories.ts';
import { ExplainedEntries } from './explained-entries.tsx';
import { figureText, figureWords, foreseenName, isPercentage, partName } from './figure-words.ts';

type Props = { open: boolean; figure: string; onClose: () => void };

/** Drawer that says how a figure is made up, with the entries behind it. Takes its name in the API (product 5.9). */
export function ExplainDrawer({ open, figure, onClose }: Props) {
  return (
    <Drawer open={open} onClose={onClose}>
      <Content figure={figure} />
    </Drawer>
  );
}

function Content({ figure }: { figure: string }) {
  const parsed = parseFigure(figure);
  const user = useUser();
  const categories = useCategories();
  if (!parsed)
    return (
      <>
        <Radix.Title className={`${DIALOG_TITLE} pr-12`}>{messages.notAFigure}</Radix.Title>
        <Radix.Description className="mt-2 text-ink-muted">The address may not be complete.</Radix.Description>
      </>
    );
  const { title, context } = figureWords(parsed, user, categories);
  return (
    <>
      <Radix.Title className={`${DIALOG_TITLE} pr-12 wrap-anywhere`}>{title}</Radix.Title>
      <Radix.Description className="mt-1 text-ink-muted">
        {context !== null && `${context}, `}
        <AsKnownWords />
      </Radix.Description>
      <Explaining key={figure} figure={figure} parsed={parsed} />
    </>
  );
}

function AsKnownWords() {
  const known = useKnown();
  const instant = useQuery({ ...instantQuery(known ?? ''), enabled: false }).data;
  return known === null || instant === undefined ? 'as of today' : `as of ${formatInstant(instant)}`;
}

function Explaining({ figure, parsed }: { figure: string; parsed: Figure }) {
  const list = useInfiniteQuery(explanationQuery(figure, useKnown()));
  if (list.isPending) return <Skeleton />;
  if (list.isLoadingError) return <LoadError problem={list.error.problem} retry={list.refetch} />;
  const { explanation, rows } = list.data;
  return (
    <>
      <Amount explanation={explanation} parsed={parsed} />
      <Parts explanation={explanation} parsed={parsed} />
      {parsed.kind !== 'forecast' && (
        <p className="mt-4 mb-8">
          <Link className="link" to={`/history/what-changed?figure=${encodeURIComponent(figure)}`}>
            What changed
          </Link>
        </p>
      )}
      <ExplainedEntries parsed={parsed} list={list} rows={rows} parts={explanation.parts} />
    </>
  );
}

type FigureProps = { explanation: Explanation; parsed: Figure };

/** The figure, and a line that warns if it differs from the figure that screens show. */
function Amount({ explanation: { amount, shown, agrees }, parsed }: FigureProps) {
  const { currency } = useUser();
  const text = (value: number) => figureText(parsed, value, currency);
  return (
    <>
      <div className="mt-4 [--room:min(30rem,100vw-3.5rem)]">
        {isPercentage(parsed) ? (
          <p className="double pb-[0.1em] font-book text-figure leading-none tracking-[-0.015em]">{text(amount)}</p>
        ) : (
          <LargeAmount amount={amount} currency={currency} size="figure" />
        )}
      </div>
      {!agrees && (
        <p role="alert" className="mt-6 border-l-3 border-danger pl-4 text-danger">
          The screen shows {text(shown)}, these entries add up to {text(amount)}.{' '}
          <Link className="underline underline-offset-[0.22em]" to="/history">
            Check your books in History
          </Link>
          .
        </p>
      )}
    </>
  );
}

const PART = 'border-b border-rule py-[0.55rem] align-baseline';

/** Table of the parts of the figure and their sum. */
function Parts({ explanation: { parts, amount }, parsed }: FigureProps) {
  const { currency } = useUser();
  return (
    <table className="mt-7 w-full border-t border-rule-strong">
      <caption className="sr-only">How it is made up</caption>
      <tbody>
        {parts
          .map((part, number) => ({ ...part, number }))
          .map(({ what, amount, count, number }) => (
            <tr key={number}>
              <th scope="row" className={`note ${PART} pr-4 text-left text-[1.0625rem] wrap-anywhere`}>
                {parsed.kind === 'forecast' ? foreseenName(what) : partName(what)}
              </th>
              <td className={`${PART} text-label text-ink-muted`}>{count > 0 && countWords(count)}</td>
              <td className={`${PART} pl-4 text-right whitespace-nowrap`}>{figureText(parsed, amount, currency)}</td>
            </tr>
          ))}
        <tr>
          <th scope="row" className="note border-t border-rule-strong py-[0.55rem] text-left text-[1.0625rem]">
            Total
          </th>
          <td colSpan={2} className="border-t border-rule-strong py-[0.55rem] pl-4 text-right">
            <span className="double inline-block double-fine">{figureText(parsed, amount, currency)}</span>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

const countWords = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'entry' : 'entries'}`;

const SKELETON_ROWS = ['5rem', '6rem', '4rem'];

function Skeleton() {
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        Loading
      </p>
      <p className="mt-4 flex h-(--text-figure) items-center">
        <SkeletonBar width="11rem" />
      </p>
      <div className="mt-7 border-t border-rule-strong">
        {SKELETON_ROWS.map((width) => (
          <p key={width} className="flex h-row items-center justify-between border-b border-rule">
            <SkeletonBar width={width} />
            <SkeletonBar width="4.5rem" />
          </p>
        ))}
      </div>
    </div>
  );
}

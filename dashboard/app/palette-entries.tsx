import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Command, useCommandState } from 'cmdk';
import type { ReactNode } from 'react';
import type { PastTitle } from '#contract/ledger-calls.ts';
import { newestEntryOf, titlesQuery } from '../server/line-queries.ts';
import { useUserOrNull } from '../server/user.ts';
import { formatDay } from '../ui/day.ts';
import { useSettled } from '../ui/use-settled.ts';

type Props = {
  heading: ReactNode;
  className: string;
  /** Opens an address. */
  open: (address: string) => void;
};

const TYPED_MIN = 2;
const SHOWN_MAX = 5;
/** After so long without a key what is typed is looked up. */
const PAUSE_MS = 120;

/** Group of the palette with the entries that what is typed completes: of each title the newest (product 9.4). */
export function PaletteEntries({ heading, className, open }: Props) {
  const search = useCommandState((state) => state.search).trim();
  const typed = useSettled(search, PAUSE_MS);
  const enabled = useUserOrNull() !== null && typed.length >= TYPED_MIN && search.length >= TYPED_MIN;
  const { data = [] } = useQuery({ ...titlesQuery(typed), enabled, placeholderData: keepPreviousData });
  const titles = enabled ? data.slice(0, SHOWN_MAX) : [];
  if (titles.length === 0) return null;

  async function openEntry(title: PastTitle) {
    const id = await newestEntryOf(title);
    open(id === undefined ? '/transactions' : `/transactions/${id}`);
  }

  return (
    <Command.Group heading={heading}>
      {titles.map((one) => (
        <Command.Item
          key={`${one.type} ${one.title}`}
          className={`${className} justify-between gap-6`}
          // The typed text stands in it, since the server has found it, by rules of its own.
          value={`entry ${one.title} ${one.type} ${search}`}
          onSelect={() => void openEntry(one)}
        >
          <span className="truncate">{one.title}</span>
          <span className="flex-none text-small text-ink-muted">
            <span className="max-sm:hidden">{one.type}, </span>
            {formatDay(one.last).long}
          </span>
        </Command.Item>
      ))}
    </Command.Group>
  );
}

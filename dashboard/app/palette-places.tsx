import { useQuery } from '@tanstack/react-query';
import { Command, useCommandState } from 'cmdk';
import type { ReactNode } from 'react';
import { monthAfter } from '#ledger/model/months.ts';
import { useIsPast } from '../browser-state/known.ts';
import { monthWords } from '../features/budget/months.ts';
import { entriesAddress } from '../features/categories/tree.ts';
import { SETTINGS_SECTIONS, sectionId } from '../features/settings/sections.ts';
import { allCategoriesQuery } from '../server/category-queries.ts';
import { useUserOrNull } from '../server/user.ts';
import { categoriesToChoose } from '../shared/categories/categories.ts';
import { digestAddress } from '../shared/entries/digest-link.tsx';
import { today } from '../ui/day.ts';
import { paletteWords } from './palette-words.ts';

type Props = {
  heading: ReactNode;
  className: string;
  /** Opens an address. */
  open: (address: string) => void;
};

const TYPED_MIN = 2;
/** The number of months that can be printed from here. */
const MONTHS = 12;

const CATEGORY_KINDS = ['Expense', 'Income'] as const;

/** A place that is found once something is typed, with the kind of place that it is. */
type Place = { name: string; kind: string; address: string };

/** Group of the palette with accounts, categories, sections of the settings and months to print (product 9.4). */
export function PalettePlaces({ heading, className, open }: Props) {
  const isTyped = useCommandState(({ search }) => search.trim().length >= TYPED_MIN);
  const user = useUserOrNull();
  const isPast = useIsPast();
  const { data: categories = [] } = useQuery({ ...allCategoriesQuery(), enabled: isTyped && user !== null });
  if (!isTyped || !user) return null;
  const accounts = user.accounts.filter(({ isOpen }) => isOpen);
  const places: Place[] = [
    ...accounts.map(({ _id, name }) => ({ name, kind: 'Account', address: `/transactions?account=${_id}` })),
    ...(isPast
      ? []
      : accounts.map(({ _id, name }) => ({
          name: accounts.length > 1 ? `Confirm a balance of ${name}` : 'Confirm a balance',
          kind: 'Command',
          address: `/accounts#confirm-${_id}`,
        }))),
    ...user.goals.map(({ _id, title }) => ({ name: title, kind: 'Goal', address: `/goals/${_id}` })),
    ...CATEGORY_KINDS.flatMap((kind) =>
      categoriesToChoose(categories, kind).map(({ value, label }) => ({
        name: label,
        kind,
        address: entriesAddress(categories, { name: value, kind }),
      })),
    ),
    ...SETTINGS_SECTIONS.map((name) => ({ name, kind: 'Settings', address: `/settings#${sectionId(name)}` })),
  ];
  return (
    <Command.Group heading={heading}>
      {places.map(({ name, kind, address }) => (
        <Item key={`${kind} ${address}`} name={name} kind={kind} className={className} onSelect={() => open(address)} />
      ))}
      {!isPast &&
        monthsToPrint().map((month) => (
          <Item
            key={month}
            name={`Print ${monthWords(month)}`}
            kind="Command"
            className={className}
            onSelect={() => window.open(digestAddress(month), '_blank', 'noopener')}
          />
        ))}
    </Command.Group>
  );
}

type ItemProps = { name: string; kind: string; className: string; onSelect: () => void };

function Item({ name, kind, className, onSelect }: ItemProps) {
  return (
    <Command.Item
      className={`${className} justify-between gap-6`}
      value={`${name} ${kind}`}
      keywords={kind === 'Settings' ? paletteWords(name) : []}
      onSelect={onSelect}
    >
      <span className="truncate">{name}</span>
      <span className="flex-none text-small text-ink-muted">{kind}</span>
    </Command.Item>
  );
}

/** The present month and the months before it, newest first, such as `2026-10`. */
function monthsToPrint(): string[] {
  const month = today().slice(0, 7);
  return Array.from({ length: MONTHS }, (_, back) => monthAfter(month, -back));
}

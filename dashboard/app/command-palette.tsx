import { Command, useCommandState } from 'cmdk';
import { Dialog } from 'radix-ui';
import { type RefObject, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { comparableText } from '#ledger/model/comparable-text.ts';
import { useIsPast } from '../browser-state/known.ts';
import { setTheme, THEMES } from '../browser-state/theme.ts';
import { openEnterDialog } from '../shared/enter/enter-overlay.tsx';
import { SearchIcon } from '../ui/icons.tsx';
import { overlayBox, SCRIM } from '../ui/overlay.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { logOut } from './log-out.ts';
import { commands, screens } from './navigation.ts';
import { PaletteEntries } from './palette-entries.tsx';
import { PalettePlaces } from './palette-places.tsx';
import { paletteWords } from './palette-words.ts';

const PLACEHOLDER = 'Type a command or search...';

const ITEM = [
  'flex h-11 cursor-pointer items-center px-5 text-[1.0625rem]',
  'data-[selected=true]:bg-accent-wash data-[selected=true]:shadow-[inset_3px_0_0_var(--accent)]',
].join(' ');

/** Text typed since the palette was opened. `entered` means that Enter came before the palette had the focus. */
export type Typed = { search: string; entered: boolean };

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  typed: Typed;
  onType: (typed: Typed) => void;
};

const RULED_GROUP =
  'relative mt-[0.4rem] pt-[0.4rem] before:absolute before:inset-x-5 before:top-0 before:h-px before:bg-rule';

/** Command palette (product 9.4). Closes when an entry is selected. */
export function CommandPalette({ open, onOpenChange, typed, onType }: Props) {
  const navigate = useNavigate();
  const isPast = useIsPast();
  const { rememberFocus, restoreFocus } = useRestoreFocus();
  const input = useRef<HTMLInputElement>(null);
  /** Without this, the dialog would also select what is typed already. */
  function focusSearch(event: Event) {
    event.preventDefault();
    rememberFocus();
    input.current?.focus();
  }
  const select = (command: () => void) => () => {
    onOpenChange(false);
    command();
  };
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={SCRIM} />
        <Dialog.Content
          className={overlayBox({ shape: 'palette' })}
          aria-describedby={undefined}
          onOpenAutoFocus={focusSearch}
          onCloseAutoFocus={restoreFocus}
        >
          <Dialog.Title className="sr-only">Command palette</Dialog.Title>
          <Command label="Command palette" filter={nearness}>
            <div className="flex h-14 items-center gap-3 border-b border-rule px-5 text-ink-muted">
              <SearchIcon />
              <SearchInput ref={input} typed={typed} onType={onType} />
            </div>
            <Command.List className="max-h-[calc(83dvh-5rem)] overflow-y-auto pb-[0.6rem]" label="Commands">
              <Command.Empty className="px-5 pt-[1.1rem] pb-2 text-ink-muted">No results found.</Command.Empty>
              <Command.Group heading={<GroupHeading>Suggestions</GroupHeading>}>
                {screens.map(({ name, path }) => (
                  <Command.Item
                    key={path}
                    className={ITEM}
                    keywords={paletteWords(name)}
                    onSelect={select(() => navigate(path))}
                  >
                    {name}
                  </Command.Item>
                ))}
              </Command.Group>
              <Command.Group heading={<GroupHeading>Commands</GroupHeading>}>
                {!isPast && (
                  <Command.Item className={ITEM} onSelect={select(openEnterDialog)}>
                    Enter a line
                  </Command.Item>
                )}
                {commands.map(({ name, path, state }) => (
                  <Command.Item
                    key={name}
                    className={ITEM}
                    keywords={paletteWords(name)}
                    onSelect={select(() => navigate(path, { state }))}
                  >
                    {name}
                  </Command.Item>
                ))}
              </Command.Group>
              <PaletteEntries
                heading={<GroupHeading>Entries</GroupHeading>}
                className={ITEM}
                open={(address) => select(() => navigate(address))()}
              />
              <PalettePlaces
                heading={<GroupHeading>Places</GroupHeading>}
                className={ITEM}
                open={(address) => select(() => navigate(address))()}
              />
              <Command.Group heading={<GroupHeading>Theme</GroupHeading>}>
                {THEMES.map((theme) => (
                  <Command.Item
                    key={theme}
                    className={ITEM}
                    value={`${theme} theme`}
                    onSelect={select(() => setTheme(theme))}
                  >
                    <span className="capitalize">{theme}</span>
                  </Command.Item>
                ))}
              </Command.Group>
              <Command.Group className={RULED_GROUP}>
                <Command.Item className={ITEM} onSelect={select(logOut)}>
                  Log out
                </Command.Item>
              </Command.Group>
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/**
 * Search field. An Enter that was pressed before it had the focus is pressed again as soon as the first option is
 * selected.
 */
function SearchInput({
  ref,
  typed,
  onType,
}: Pick<Props, 'typed' | 'onType'> & { ref: RefObject<HTMLInputElement | null> }) {
  const { search, entered } = typed;
  const isFiltered = useCommandState((state) => state.search === search);
  const selected = useCommandState(({ value }) => value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first option is looked up again after each selection.
  useEffect(() => {
    if (!entered || !isFiltered) return;
    const first = ref.current?.closest('[cmdk-root]')?.querySelector('[cmdk-item]');
    if (first?.ariaSelected === 'false') return;
    onType({ search, entered: false });
    ref.current?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  }, [ref, search, entered, onType, isFiltered, selected]);
  return (
    <Command.Input
      ref={ref}
      className="h-full min-w-0 flex-1 text-[1.125rem] text-ink caret-accent outline-none placeholder:text-ink-muted"
      value={search}
      onValueChange={(search) => onType({ search, entered: false })}
      placeholder={PLACEHOLDER}
      aria-label={PLACEHOLDER}
    />
  );
}

/** The shortest beginning of a further word by which an option is found. */
const FURTHER_LETTERS_MIN = 2;

/** An option that is found by further words stands behind all that have the typed words themselves. */
const FURTHER_NEARNESS = 0.1;

/** How near an option is to the typed words, 0 where one is neither in it nor begins a further word. */
function nearness(option: string, typed: string, further: readonly string[] = []): number {
  const text = comparableText(option);
  const furtherWords = further.flatMap((words) => comparableText(words).split(' '));
  const words = comparableText(typed).split(/[ -]/);
  const isFurther = (word: string) =>
    word.length >= FURTHER_LETTERS_MIN && furtherWords.some((one) => one.startsWith(word));
  if (!words.every((word) => text.includes(word))) {
    return words.every((word) => text.includes(word) || isFurther(word)) ? FURTHER_NEARNESS : 0;
  }
  const starts = (from: string) => from.startsWith(words[0] ?? '');
  return starts(text) ? 1 : text.split(' ').some(starts) ? 0.5 : 0.25;
}

function GroupHeading({ children }: { children: string }) {
  return <span className="note block px-5 pt-[0.9rem] pb-[0.35rem] text-[1.0625rem]">{children}</span>;
}

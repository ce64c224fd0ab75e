import { Command } from 'cmdk';
import { Dialog } from 'radix-ui';
import { type RefObject, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { setTheme, THEMES } from '../browser-state/theme.ts';
import { SearchIcon } from '../ui/icons.tsx';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { logOut } from './log-out.ts';
import { paletteScreens } from './navigation.ts';

const PLACEHOLDER = 'Type a command or search...';

/** What was typed since the palette was opened. `entered` means that Enter came before the palette had the focus. */
export type Typed = { search: string; entered: boolean };

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  typed: Typed;
  onType: (typed: Typed) => void;
};

/** Command palette (product 9.4). Closes when an entry is selected. */
export function CommandPalette({ open, onOpenChange, typed, onType }: Props) {
  const navigate = useNavigate();
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
        <Dialog.Overlay className="scrim" />
        <Dialog.Content
          className="palette"
          aria-describedby={undefined}
          onOpenAutoFocus={focusSearch}
          onCloseAutoFocus={restoreFocus}
        >
          <Dialog.Title className="sr-only">Command palette</Dialog.Title>
          <Command label="Command palette">
            <div className="palette-search">
              <SearchIcon />
              <SearchInput ref={input} typed={typed} onType={onType} />
            </div>
            <Command.List className="palette-list" label="Commands">
              <Command.Empty className="palette-empty">No results found.</Command.Empty>
              <Command.Group heading="Suggestions">
                {paletteScreens.map(({ name, path }) => (
                  <Command.Item key={path} onSelect={select(() => navigate(path))}>
                    {name}
                  </Command.Item>
                ))}
              </Command.Group>
              <Command.Group heading="Theme">
                {THEMES.map((theme) => (
                  <Command.Item key={theme} value={`${theme} theme`} onSelect={select(() => setTheme(theme))}>
                    <span className="capitalize">{theme}</span>
                  </Command.Item>
                ))}
              </Command.Group>
              <Command.Group className="palette-last">
                <Command.Item onSelect={select(logOut)}>Log out</Command.Item>
              </Command.Group>
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Search field. An Enter that was pressed before it had the focus is pressed again. */
function SearchInput({
  ref,
  typed,
  onType,
}: Pick<Props, 'typed' | 'onType'> & { ref: RefObject<HTMLInputElement | null> }) {
  const { search, entered } = typed;
  useEffect(() => {
    if (!entered) return;
    onType({ search, entered: false });
    ref.current?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  }, [ref, search, entered, onType]);
  return (
    <Command.Input
      ref={ref}
      value={search}
      onValueChange={(search) => onType({ search, entered: false })}
      placeholder={PLACEHOLDER}
      aria-label={PLACEHOLDER}
    />
  );
}

import { Command } from 'cmdk';
import { Dialog } from 'radix-ui';
import { useNavigate } from 'react-router-dom';
import { setTheme, THEMES } from '../browser-state/theme.ts';
import { SearchIcon } from '../ui/icons.tsx';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { logOut } from './log-out.ts';
import { paletteScreens } from './navigation.ts';

const PLACEHOLDER = 'Type a command or search...';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** Command palette (product 9.4). Closes when an entry is selected. */
export function CommandPalette({ open, onOpenChange }: Props) {
  const navigate = useNavigate();
  const { rememberFocus, restoreFocus } = useRestoreFocus();
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
          onOpenAutoFocus={rememberFocus}
          onCloseAutoFocus={restoreFocus}
        >
          <Dialog.Title className="sr-only">Command palette</Dialog.Title>
          <Command label="Command palette">
            <div className="palette-search">
              <SearchIcon />
              <Command.Input placeholder={PLACEHOLDER} aria-label={PLACEHOLDER} />
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

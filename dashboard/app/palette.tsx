import { Command } from 'cmdk';
import { Dialog } from 'radix-ui';
import { useNavigate } from 'react-router-dom';
import { SearchIcon } from '../ui/icons.tsx';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { logOut } from './log-out.ts';
import { suggestedScreens } from './navigation.ts';
import { chooseTheme, THEMES } from './theme.ts';

const PROMPT = 'Type a command or search...';

type Props = { open: boolean; onOpenChange: (open: boolean) => void };

/** Every destination and command by its name. It closes once one is chosen. */
export function CommandPalette({ open, onOpenChange }: Props) {
  const navigate = useNavigate();
  const { noteFocus, returnFocus } = useReturnFocus();
  const choose = (command: () => void) => () => {
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
          onOpenAutoFocus={noteFocus}
          onCloseAutoFocus={returnFocus}
        >
          <Dialog.Title className="sr-only">Command palette</Dialog.Title>
          <Command label="Command palette">
            <div className="palette-search">
              <SearchIcon />
              <Command.Input placeholder={PROMPT} aria-label={PROMPT} />
            </div>
            <Command.List className="palette-list" label="Commands">
              <Command.Empty className="palette-empty">No results found.</Command.Empty>
              <Command.Group heading="Suggestions">
                {suggestedScreens.map(({ name, path }) => (
                  <Command.Item key={path} onSelect={choose(() => navigate(path))}>
                    {name}
                  </Command.Item>
                ))}
              </Command.Group>
              <Command.Group heading="Theme">
                {THEMES.map((theme) => (
                  <Command.Item key={theme} value={`${theme} theme`} onSelect={choose(() => chooseTheme(theme))}>
                    <span className="capitalize">{theme}</span>
                  </Command.Item>
                ))}
              </Command.Group>
              <Command.Group className="palette-last">
                <Command.Item onSelect={choose(logOut)}>Log out</Command.Item>
              </Command.Group>
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

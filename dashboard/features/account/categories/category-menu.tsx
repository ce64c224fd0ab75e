import { DropdownMenu } from 'radix-ui';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Category } from '#contract/category-calls.ts';
import { IconButton } from '../../../ui/button.tsx';
import { MoreIcon } from '../../../ui/icons.tsx';
import type { CategoryQuestion } from './category-dialogs.tsx';
import { entriesAddress, whyNotMoved } from './tree.ts';

/** Stand in where no category is chosen, and can't be archived (product 4.19). */
const DEFAULTS: readonly string[] = ['Salary', 'Other', 'Other income'];

type Props = {
  category: Category;
  categories: readonly Category[];
  tabIndex: number | undefined;
  isMenuOpen: boolean;
  onMenu: (isOpen: boolean) => void;
  onAsk: (question: CategoryQuestion) => void;
  onRename: () => void;
  onArchive: () => void;
};

/** Button with the menu of what can be done with a category. */
export function CategoryMenu(props: Props) {
  const { category, categories, tabIndex, isMenuOpen, onMenu, onAsk, onRename, onArchive } = props;
  const { _id, name, kind, parent, isOwn } = category;
  const navigate = useNavigate();
  /** What is chosen takes the focus itself, so the button doesn't. */
  const goesOn = useRef(false);
  const hasOthersBelow = categories.some((other) => other.parent === _id);

  const choose = (act: () => void) => () => {
    goesOn.current = true;
    // Once the menu has let the focus go.
    setTimeout(act);
  };

  return (
    <DropdownMenu.Root open={isMenuOpen} onOpenChange={onMenu} modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton
          className="size-9 text-ink-muted hover:text-ink touch:size-11 touch:-mr-2"
          tabIndex={tabIndex}
          aria-label={`Actions for ${name}`}
        >
          <MoreIcon />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          className={MENU}
          onCloseAutoFocus={(event) => {
            if (goesOn.current) event.preventDefault();
            goesOn.current = false;
          }}
        >
          <DropdownMenu.Item className={ITEM} onSelect={choose(() => navigate(entriesAddress(categories, category)))}>
            Find its entries
          </DropdownMenu.Item>
          {parent === null && (
            <DropdownMenu.Item className={ITEM} onSelect={choose(() => onAsk({ what: 'add', kind, parent: _id }))}>
              Add one below…
            </DropdownMenu.Item>
          )}
          {isOwn && (
            <>
              <DropdownMenu.Separator className="my-1 h-px bg-rule" />
              <DropdownMenu.Item className={ITEM} onSelect={choose(onRename)}>
                Rename
              </DropdownMenu.Item>
              <DropdownMenu.Item
                className={ITEM}
                disabled={whyNotMoved(categories, category) !== null}
                onSelect={choose(() => onAsk({ what: 'move', category }))}
              >
                Move…
              </DropdownMenu.Item>
              <DropdownMenu.Item
                className={ITEM}
                disabled={hasOthersBelow}
                onSelect={choose(() => onAsk({ what: 'merge', category }))}
              >
                Merge into another…
              </DropdownMenu.Item>
            </>
          )}
          {!DEFAULTS.includes(_id) && (
            <>
              <DropdownMenu.Separator className="my-1 h-px bg-rule" />
              <DropdownMenu.Item className={ITEM} onSelect={() => onArchive()}>
                Archive
              </DropdownMenu.Item>
            </>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const MENU = [
  'z-6 min-w-48 animate-appear rounded-float border border-rule-strong bg-raised py-1 shadow-(--shadow-pop)',
].join(' ');

const ITEM = [
  'flex min-h-10 cursor-pointer items-center px-3 outline-none touch:min-h-11',
  'data-highlighted:bg-hover data-highlighted:shadow-[inset_3px_0_0_var(--accent)]',
  'data-disabled:cursor-not-allowed data-disabled:opacity-50',
].join(' ');

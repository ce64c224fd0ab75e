import { DropdownMenu } from 'radix-ui';
import { useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Category } from '#contract/category-calls.ts';
import { DEFAULTS } from '#ledger/model/categories.ts';
import { IconButton } from '../../ui/button.tsx';
import { MoreIcon } from '../../ui/icons.tsx';
import { MENU, MENU_ITEM, MENU_RULE } from '../../ui/menu.ts';
import type { CategoryQuestion } from './category-dialogs.tsx';
import { entriesAddress, whyNotMoved } from './tree.ts';

type Props = {
  category: Category;
  categories: readonly Category[];
  /** The id of the row's element. */
  rowId: string;
  tabIndex: number | undefined;
  isMenuOpen: boolean;
  onMenu: (isOpen: boolean) => void;
  onAsk: (question: CategoryQuestion) => void;
  onRename: () => void;
  onArchive: () => void;
};

/** Button with the menu of what can be done with a category. */
export function CategoryMenu(props: Props) {
  const { category, categories, rowId, tabIndex, isMenuOpen, onMenu, onAsk, onRename, onArchive } = props;
  const { _id, name, kind, parent, isOwn } = category;
  const navigate = useNavigate();
  /** The chosen dialog takes the focus itself, so the button doesn't. */
  const goesOn = useRef(false);
  /** Whether a key of the row has opened the menu, so that the row gets the focus back, not the button. */
  const isByRow = useRef(false);
  useLayoutEffect(() => {
    if (isMenuOpen) isByRow.current = document.activeElement?.id === rowId;
  }, [isMenuOpen, rowId]);
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
            if (goesOn.current || isByRow.current) event.preventDefault();
            const isLost = !goesOn.current && document.activeElement === document.body;
            if (isByRow.current && isLost) document.getElementById(rowId)?.focus({ preventScroll: true });
            goesOn.current = false;
          }}
        >
          <DropdownMenu.Item
            className={MENU_ITEM}
            onSelect={choose(() => navigate(entriesAddress(categories, category)))}
          >
            Find its entries
          </DropdownMenu.Item>
          {parent === null && (
            <DropdownMenu.Item className={MENU_ITEM} onSelect={choose(() => onAsk({ what: 'add', kind, parent: _id }))}>
              Add one below…
            </DropdownMenu.Item>
          )}
          {!isOwn && <p className="note max-w-56 px-3 py-2 text-[1rem]/tight">One of Daybook's own: its name stays.</p>}
          {isOwn && (
            <>
              <DropdownMenu.Separator className={MENU_RULE} />
              <DropdownMenu.Item className={MENU_ITEM} onSelect={choose(onRename)}>
                Rename
              </DropdownMenu.Item>
              <DropdownMenu.Item
                className={MENU_ITEM}
                disabled={whyNotMoved(categories, category) !== null}
                onSelect={choose(() => onAsk({ what: 'move', category }))}
              >
                Move…
              </DropdownMenu.Item>
              <DropdownMenu.Item
                className={MENU_ITEM}
                disabled={hasOthersBelow}
                onSelect={choose(() => onAsk({ what: 'merge', category }))}
              >
                Merge into another…
              </DropdownMenu.Item>
            </>
          )}
          {!DEFAULTS.includes(_id) && (
            <>
              <DropdownMenu.Separator className={MENU_RULE} />
              <DropdownMenu.Item className={MENU_ITEM} onSelect={() => onArchive()}>
                Archive
              </DropdownMenu.Item>
            </>
          )}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

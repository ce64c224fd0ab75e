import { create } from 'zustand';
import type { CategoryKind } from '#ledger/model/constants.ts';
import type { NewOption } from '../../ui/fields.tsx';
import { lazyOverlay } from '../../ui/lazy.tsx';
import type { AskedCategory } from './new-category-dialog.tsx';

const useAsked = create<{ asked: AskedCategory | null; isOpen: boolean }>(() => ({ asked: null, isOpen: false }));

/** The last option of each choice of a category: it asks for a new one, which is chosen then. */
export function newCategory(kind: CategoryKind, onAdded: AskedCategory['onAdded']): NewOption {
  return {
    label: 'New category…',
    onChoose: (name = '') => useAsked.setState({ asked: { kind, name, onAdded }, isOpen: true }),
  };
}

const NewCategoryDialog = lazyOverlay(() => import('./new-category-dialog.tsx').then((file) => file.NewCategoryDialog));

/** The dialog for a category that a choice lacks. Its form loads after the first screen. */
export function NewCategoryOverlay() {
  const { asked, isOpen } = useAsked();
  return <NewCategoryDialog open={isOpen} asked={asked} close={() => useAsked.setState({ isOpen: false })} />;
}

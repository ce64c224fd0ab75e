import { useEffect, useState } from 'react';
import { create } from 'zustand';
import type { CategoryKind } from '#ledger/model/constants.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { NewOption } from '../../ui/fields.tsx';
import { AddCategory } from './add-category.tsx';
import { useCategories } from './use-categories.ts';

type Added = { _id: string; name: string };

/** A category that a choice asks for: its kind, and the function that takes it. */
type Asked = { kind: CategoryKind; onAdded: (added: Added) => void };

const useAsked = create<{ asked: Asked | null; isOpen: boolean }>(() => ({ asked: null, isOpen: false }));

/** The last option of each choice of a category: it asks for a new one, which is chosen then. */
export function newCategory(kind: CategoryKind, onAdded: Asked['onAdded']): NewOption {
  return {
    label: 'New category…',
    onChoose: () => useAsked.setState({ asked: { kind, onAdded }, isOpen: true }),
  };
}

/** The dialog for a category that a choice lacks. */
export function NewCategoryOverlay() {
  const { asked, isOpen } = useAsked();
  return asked && <NewCategoryDialog asked={asked} isOpen={isOpen} />;
}

function NewCategoryDialog({ asked: { kind, onAdded }, isOpen }: { asked: Asked; isOpen: boolean }) {
  const categories = useCategories();
  const [added, setAdded] = useState<Added | null>(null);
  const isThere = added !== null && categories.some(({ _id }) => _id === added._id);
  const close = () => useAsked.setState({ isOpen: false });
  // It can be chosen once the choice has it.
  useEffect(() => {
    if (!isThere) return;
    onAdded(added);
    setAdded(null);
  }, [isThere, added, onAdded]);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => !open && close()}
      title="Add a Category"
      description="It is chosen then, and offered wherever a category is chosen."
    >
      <AddCategory
        kind={kind}
        parent={null}
        categories={categories}
        onAdded={(category) => {
          close();
          setAdded(category);
        }}
      />
    </Dialog>
  );
}

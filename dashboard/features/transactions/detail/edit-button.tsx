import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';

/** Button that opens the form of an entry. It takes the focus back when the form closes. */
export function EditButton({ focus, onClick }: { focus: boolean; onClick: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focus) button.current?.focus();
  }, [focus]);
  return (
    <Button ref={button} writes onClick={onClick}>
      Edit
    </Button>
  );
}

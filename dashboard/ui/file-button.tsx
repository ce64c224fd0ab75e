import type { ChangeEvent } from 'react';
import { buttonClass } from './button.tsx';

type Props = {
  kind?: 'primary' | 'secondary';
  /** The types of files that the browser offers, such as `.json`; all without it. */
  accept?: string;
  'aria-describedby'?: string;
  onChoose: (file: File) => void;
  children: string;
};

/** Button that opens the browser's file dialog. */
export function FileButton({ kind = 'secondary', onChoose, children, ...input }: Props) {
  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    // Without this, choosing the same file again, such as after a change, would fire no event.
    target.value = '';
    if (file) onChoose(file);
  }

  return (
    <label className={buttonClass(kind, 'cursor-pointer outline-offset-2 outline-focus has-focus-visible:outline-2')}>
      {children}
      <input
        {...input}
        type="file"
        className="absolute inset-0 w-full cursor-pointer opacity-0 file:cursor-pointer"
        onChange={choose}
      />
    </label>
  );
}

import { CheckIcon } from './icons.tsx';

type Props = { label: string; checked: boolean; onChange: (checked: boolean) => void };

/** Something that is so or isn't, and takes effect at once. */
export function Checkbox({ label, checked, onChange }: Props) {
  return (
    <label className="check">
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      <span className="check-box">{checked && <CheckIcon />}</span>
      {label}
    </label>
  );
}

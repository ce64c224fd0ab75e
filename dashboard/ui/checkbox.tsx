import { CheckIcon } from './icons.tsx';

type Props = { label: string; checked: boolean; onChange: (checked: boolean) => void };

/** Checkbox that takes effect without a submit. */
export function Checkbox({ label, checked, onChange }: Props) {
  return (
    <label className="check">
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      <span className="check-box">{checked && <CheckIcon />}</span>
      {label}
    </label>
  );
}

import { type ReactNode, useId } from 'react';
import { WrongIcon } from './icons.tsx';

/** What a control needs so that its label, help and error belong to it. */
type ControlProps = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined };

type Props = {
  label: string;
  error: string | undefined;
  optional?: boolean;
  /** How many of the allowed characters are used. */
  count?: { used: number; max: number };
  className?: string;
  children: (control: ControlProps) => ReactNode;
};

/** A label, the control under it, and what is wrong with it. */
export function Field({ label, error, optional = false, count, className = '', children }: Props) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className={`field ${className}`}>
      <div className="field-top">
        <label htmlFor={id}>
          {label}
          {optional && <span className="field-optional"> optional</span>}
        </label>
        {count && (
          <span className="field-count" data-full={count.used >= count.max || undefined} aria-hidden="true">
            {count.used} / {count.max}
          </span>
        )}
      </div>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': error === undefined ? undefined : errorId,
      })}
      <ErrorText id={errorId} error={error} />
    </div>
  );
}

/** What is wrong, announced when it comes. Stands from the start, empty, so that it can be. */
export function ErrorText({ id, error }: { id: string; error: string | undefined }) {
  return (
    <p id={id} role="alert" className="field-error">
      {error !== undefined && (
        <>
          <WrongIcon size={16} />
          <span>{error}</span>
        </>
      )}
    </p>
  );
}

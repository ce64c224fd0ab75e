import { type ReactNode, useId } from 'react';
import { ErrorIcon } from './icons.tsx';

/** Props that connect a control with its label and its error. */
type ControlProps = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined };

type Props = {
  label: string;
  error: string | undefined;
  optional?: boolean;
  /** Characters used and allowed. */
  count?: { used: number; max: number };
  className?: string;
  children: (control: ControlProps) => ReactNode;
};

/** Form field: label, control, and validation error. */
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

/**
 * Validation error with role alert. Rendered empty without an error, because screen readers only announce changes of an
 * existing live region.
 */
export function ErrorText({ id, error }: { id: string; error: string | undefined }) {
  return (
    <p id={id} role="alert" className="field-error">
      {error !== undefined && (
        <>
          <ErrorIcon size={16} />
          <span>{error}</span>
        </>
      )}
    </p>
  );
}

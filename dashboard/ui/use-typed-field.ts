import { type ChangeEvent, useState } from 'react';

/** The only field of a small form: its text, the props of its input, and its error, which goes when it is typed in. */
export function useTypedField(initial = '') {
  const [typed, setTyped] = useState(initial);
  const [error, setError] = useState<string>();
  const input = {
    value: typed,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
      setTyped(target.value);
      setError(undefined);
    },
  };
  return { typed, error, setError, input };
}

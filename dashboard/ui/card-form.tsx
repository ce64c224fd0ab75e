import type { ComponentProps } from 'react';

/** Form below the heading of a section, with its fields below each other. */
export function CardForm(props: Omit<ComponentProps<'form'>, 'className' | 'noValidate'>) {
  return <form noValidate {...props} className="mt-5 grid gap-5" />;
}

import { type UseFormReturn, useWatch } from 'react-hook-form';
import { GOAL_CATEGORIES, GOAL_DESCRIPTION_MAX, GOAL_TITLE_MAX } from '../../ledger/model/constants.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { Field } from '../ui/field.tsx';
import { parseAmount } from '../ui/parse-amount.ts';
import { SelectField } from '../ui/select-field.tsx';
import { TextAreaField } from '../ui/text-area-field.tsx';
import type { FormOutput, FormValues } from './goal-form-values.ts';

const CATEGORIES = ['', ...GOAL_CATEGORIES];

type Props = { form: UseFormReturn<FormValues, unknown, FormOutput>; currency: string };

/** Fields of the goal form. */
export function GoalFields({ form: { register, control, formState }, currency }: Props) {
  const { errors } = formState;
  const [title, description] = useWatch({ control, name: ['title', 'description'] });
  // react-hook-form focuses the first invalid field in the order of registration. Register the title before AmountField
  // does its own.
  const titleField = register('title');
  return (
    <>
      <Field
        className="form-wide"
        label="Title"
        error={errors.title?.message}
        count={{ used: title.length, max: GOAL_TITLE_MAX }}
      >
        {(props) => (
          <input {...props} {...titleField} className="input" maxLength={GOAL_TITLE_MAX} autoComplete="off" required />
        )}
      </Field>
      <AmountField
        label="Amount"
        currency={currency}
        error={errors.finalAmount?.message}
        registration={register('finalAmount', { setValueAs: parseAmount })}
      />
      <SelectField
        label="Category"
        options={CATEGORIES}
        optional
        error={errors.category?.message}
        registration={register('category')}
      />
      <div className="form-wide">
        <TextAreaField
          label="Description"
          optional
          count={{ used: description.length, max: GOAL_DESCRIPTION_MAX }}
          error={errors.description?.message}
          registration={register('description')}
        />
      </div>
    </>
  );
}

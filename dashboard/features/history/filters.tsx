import { type UseFormRegisterReturn, useForm, useWatch } from 'react-hook-form';
import type { ChangeSet } from '#contract/ledger-calls.ts';
import { CHANGE_SETS } from '#ledger/model/constants.ts';
import { useUser } from '../../server/user.ts';
import { today } from '../../ui/day.ts';
import { FormField, Input } from '../../ui/fields.tsx';
import { SelectField } from '../../ui/registered-fields.tsx';
import type { HistoryFilter } from './change-set-list.ts';
import { kindsFor } from './kinds.ts';

/** Values of the filter's fields; the empty string lets everything through. */
export type FilterValues = { kind: string; account: string; actor: string; day: string };

export const NO_FILTER: FilterValues = { kind: '', account: '', actor: '', day: '' };

/** Returns the form of the filter, and the filter that its values make. */
export function useFilters() {
  const { register, control, reset } = useForm<FilterValues>({ defaultValues: NO_FILTER });
  const { accounts } = useUser();
  const { kind, account, actor, day } = useWatch({ control });
  // The opening of the account may have been undone meanwhile, here or elsewhere.
  const isKnown = accounts.length > 1 && accounts.some(({ _id }) => _id === account);
  const filter: HistoryFilter = {
    ...(kind && { kind: kind as ChangeSet['kind'] }),
    ...(account && isKnown && { account }),
    ...(actor && { actor }),
    ...(day && { day }),
  };
  return { register, filter, clear: () => reset(NO_FILTER) };
}

const ACTORS: Readonly<Record<string, string>> = {
  user: 'You',
  import: 'Imports',
  rule: 'Rules',
  schedule: 'Schedules',
  token: 'Programs',
};

type Props = { register: (name: keyof FilterValues) => UseFormRegisterReturn };

const FILTER_GRID =
  'grid grid-cols-2 gap-x-5 gap-y-4 max-sm:*:last:odd:col-span-full sm:grid-cols-[repeat(auto-fit,minmax(10rem,1fr))]';

/** Fields above the table: kind, account where there is more than one, actor, and day of recording. */
export function Filters({ register }: Props) {
  const { accounts } = useUser();
  const nameOf = (id: string) => accounts.find(({ _id }) => _id === id)?.name ?? id;
  return (
    <div className="mb-9 ml-(--indent) max-w-(--measure)">
      <form className={FILTER_GRID} aria-label="Filter" onSubmit={(event) => event.preventDefault()}>
        <SelectField
          label="Kind"
          options={['', ...kindsFor(accounts.length)]}
          emptyLabel="All"
          formatOption={(kind) => CHANGE_SETS[kind as ChangeSet['kind']]}
          error={undefined}
          registration={register('kind')}
        />
        {accounts.length > 1 && (
          <SelectField
            label="Account"
            options={['', ...accounts.map(({ _id }) => _id)]}
            emptyLabel="All"
            formatOption={nameOf}
            error={undefined}
            registration={register('account')}
          />
        )}
        <SelectField
          label="By"
          options={['', ...Object.keys(ACTORS)]}
          emptyLabel="Anybody"
          formatOption={(actor) => ACTORS[actor] ?? actor}
          error={undefined}
          registration={register('actor')}
        />
        <FormField label="Day" error={undefined}>
          {(props) => <Input {...props} {...register('day')} type="date" max={today()} />}
        </FormField>
      </form>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { Category } from '#contract/category-calls.ts';
import type { PastTitle } from '#contract/ledger-calls.ts';
import { rulesQuery } from '../../../server/rule-queries.ts';
import { useUser } from '../../../server/user.ts';
import { defaultWallet } from '../../../shared/accounts/accounts.ts';
import { useToday } from '../../../shared/as-known/moment.ts';
import { parseAmount } from '../../../ui/typed-amount.ts';
import { PROPOSED_FIELDS, type Proposals, type ProposedField, proposalsOf, readyRules } from './rule-proposals.ts';
import { type Kind, kinds, type TransactionFormOutput, type TransactionFormValues } from './transaction-form-values.ts';

/** The fields that are proposed for, and the account, which the past proposes. */
export type FilledField = ProposedField | 'accountId';

const SETTABLE: readonly FilledField[] = [...PROPOSED_FIELDS, 'accountId'];

type Props = {
  form: UseFormReturn<TransactionFormValues, unknown, TransactionFormOutput>;
  kind: Kind;
  categories: readonly Category[];
  /** Whether the form opened with what was typed before: then all of it was set by hand. */
  isDraft: boolean;
};

/**
 * Fills in what a person has not set by hand: what rules propose for what is typed, else what the title of the past
 * that was taken had, else what is usual (product 9.8). `proposals` says what rules proposed.
 */
export function useProposals({ form, kind, categories, isDraft }: Props) {
  const user = useUser();
  const { control, getValues, setValue, formState } = form;
  const { isSubmitted } = formState;
  const [byHand, setByHand] = useState<ReadonlySet<FilledField>>(() => new Set(isDraft ? SETTABLE : []));
  const [past, setPast] = useState<PastTitle | null>(null);
  const [title, amount, date, accountId] = useWatch({ control, name: ['title', 'amount', 'date', 'accountId'] });
  const [category, walletOfForm, note, tags] = useWatch({ control, name: ['category', 'wallet', 'note', 'tags'] });

  const isOfAccount = past !== null && (accountId === undefined || accountId === past.account);
  const usualWallet = (isOfAccount && past.wallet) || defaultWallet(user, accountId);
  const usualCategory = past?.category ?? kinds[kind].category;
  const wallet = byHand.has('wallet') ? walletOfForm : usualWallet;

  const { accounts, currency } = user;
  const today = useToday();
  const { data: rules } = useQuery(rulesQuery());
  const ready = useMemo(
    () => readyRules(rules ?? [], { accounts, categories, today }),
    [rules, accounts, categories, today],
  );
  const account = accountId ?? accounts[0]?._id ?? '';
  const proposals = useMemo<Proposals>(() => {
    const values = { title, amount, date, category, wallet, note, tags, parts: [] };
    return proposalsOf(ready, { kind, values, accountId: account, byHand, categories, currency });
  }, [ready, kind, title, amount, date, category, wallet, note, tags, account, byHand, categories, currency]);

  useEffect(() => {
    const usual = { category: usualCategory, wallet: usualWallet, parts: [], note: '', tags: '' };
    for (const field of PROPOSED_FIELDS) {
      const value = proposals[field]?.value ?? usual[field];
      if (!byHand.has(field) && !isSame(getValues(field), value))
        setValue(field, value, { shouldValidate: isSubmitted });
    }
  }, [proposals, usualCategory, usualWallet, byHand, getValues, setValue, isSubmitted]);

  /** Fills in what the newest entry with a title had. */
  function take(taken: PastTitle) {
    setPast(taken);
    setValue('title', taken.title, { shouldValidate: isSubmitted });
    const isOpen = accounts.some(({ _id, isOpen }) => _id === taken.account && isOpen);
    if (!byHand.has('accountId') && accountId !== undefined && isOpen) setValue('accountId', taken.account);
  }

  /** Begins anew, but for what was set by hand of some fields. */
  function forget(...fields: readonly FilledField[]) {
    setPast(null);
    setByHand((before) => new Set([...before].filter((field) => !fields.includes(field))));
  }

  return {
    proposals,
    take,
    forget,
    setByHand: (field: FilledField) => setByHand((before) => new Set([...before, field])),
  };
}

/** Whether a field of the form has a value; amounts of parts are as typed, or as they were read. */
function isSame(one: unknown, other: unknown): boolean {
  const textOf = (value: unknown) =>
    JSON.stringify(value ?? '', (key, each) => (key === 'amount' ? parseAmount(each) : each));
  return textOf(one) === textOf(other);
}

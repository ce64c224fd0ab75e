import type { ImportAccount } from '#contract/import-calls.ts';
import { messages } from '#contract/messages.ts';
import { useUser } from '../../server/user.ts';
import { nameOfAccount, openAccounts } from '../../shared/accounts/accounts.ts';
import { FormField, Input, Select } from '../../ui/fields.tsx';
import { formatSigned } from '../../ui/money.ts';
import { PageSection } from '../../ui/page.tsx';
import { CountedIn } from './currency.tsx';
import { answer, setBalance, useImport } from './import-store.ts';
import { toldBalance, useTotals } from './totals.ts';
import { counted, withSign } from './words.ts';

const HEAD = 'border-b border-rule-strong pb-2 text-left text-label font-normal text-ink-muted max-sm:hidden';
const CELL = 'border-b border-rule py-3 align-middle font-normal max-sm:border-0 max-sm:py-1';
const FIGURE = `${CELL} pl-5 text-right whitespace-nowrap max-sm:flex max-sm:justify-between max-sm:pl-0`;
const LABEL = 'text-ink-muted sm:hidden';

/** Accounts that the rows go to, with the balances before and after, by the choices. */
export function AccountsSection() {
  const preview = useImport((state) => state.preview);
  const totalOf = useTotals();
  const { currency } = useUser();
  if (!preview || preview.accounts.length === 0) return null;
  return (
    <PageSection margin={<h2 className="note">Accounts</h2>}>
      <table className="w-full max-sm:block">
        <caption className="sr-only">Accounts of the file</caption>
        <thead className="max-sm:hidden">
          <tr>
            <th scope="col" className={HEAD}>
              In the file
            </th>
            <th scope="col" className={HEAD}>
              Goes to
            </th>
            <th scope="col" className={`${HEAD} pl-5 text-right`}>
              Before
            </th>
            <th scope="col" className={`${HEAD} pl-5 text-right`}>
              Import
            </th>
            <th scope="col" className={`${HEAD} pl-5 text-right`}>
              After
            </th>
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {preview.accounts.map((account) => {
            const { before, opening } = account;
            const { added, began, after } = totalOf(account);
            return (
              <tr key={account.key} className="max-sm:block max-sm:border-b max-sm:border-rule max-sm:py-2">
                <th scope="row" className={`${CELL} pr-5 text-left max-sm:block`}>
                  <span className="wrap-anywhere">{account.name || 'This file'}</span>
                  <span className="note block text-[1rem]">
                    {counted(account.count, 'row', 'rows')}
                    {account.currency && `, ${account.currency}`}
                  </span>
                </th>
                <td className={`${CELL} w-56 max-sm:block max-sm:w-full`}>
                  <GoesTo account={account} />
                </td>
                {account.goesTo === 'nowhere' ? (
                  <td colSpan={3} className={`${FIGURE} text-ink-muted`}>
                    left out
                  </td>
                ) : (
                  <>
                    <td className={FIGURE}>
                      <span className={LABEL}>Before</span>
                      <span>
                        {formatSigned(before + opening, currency)}
                        {opening !== 0 && <span className="note block text-[1rem]">before the first row</span>}
                        {began !== 0 && (
                          <span className="note block text-[1rem]">{withSign(began, currency)} to begin with</span>
                        )}
                      </span>
                    </td>
                    <td className={FIGURE}>
                      <span className={LABEL}>Import</span>
                      {withSign(added, currency)}
                    </td>
                    <td className={FIGURE}>
                      <span className={LABEL}>After</span>
                      <span className="double inline-block double-fine">{formatSigned(after, currency)}</span>
                    </td>
                  </>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
      <CountedIn />
      {preview.accounts.map((account) => account.asksBalance && <InIt key={account.key} account={account} />)}
    </PageSection>
  );
}

/** Asks what is in an empty account today, from which what it begins with is worked out (product 9.20). */
function InIt({ account: { key, name, accountId } }: { account: ImportAccount }) {
  const user = useUser();
  const balances = useImport((state) => state.balances);
  const named = accountId === null ? name || 'the new account' : nameOfAccount(user, accountId);
  const isWrong = toldBalance(balances, key) === null;
  return (
    <FormField
      className="mt-6 max-w-80"
      label={`What is in ${named} today?`}
      optional
      hint="As the bank shows it; the start follows."
      error={isWrong ? messages.notAnAmount : undefined}
    >
      {(props) => (
        <Input
          {...props}
          inputMode="text"
          autoComplete="off"
          value={balances.get(key) ?? ''}
          onChange={({ target }) => setBalance(key, target.value)}
        />
      )}
    </FormField>
  );
}

/** Select of the account that rows go to. A change reads the file again. */
function GoesTo({ account }: { account: ImportAccount }) {
  const user = useUser();
  const { key, name, goesTo, accountId } = account;
  const open = openAccounts(user);
  const isListed = accountId === null || open.some(({ _id }) => _id === accountId);
  return (
    <FormField label={`${name || 'This file'} goes to`} hiddenLabel error={undefined}>
      {(props) => (
        <Select
          {...props}
          value={goesTo === 'account' ? (accountId ?? '') : goesTo}
          onChange={({ target }) => answer('account', key, target.value)}
        >
          {!isListed && accountId && <option value={accountId}>{nameOfAccount(user, accountId)}</option>}
          {open.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
          <option value="new">A new account</option>
          <option value="nowhere">Nowhere</option>
        </Select>
      )}
    </FormField>
  );
}

import type { Transfer } from '../../../server/queries.ts';
import { useUser } from '../../../server/user.ts';
import { nameOfAccount } from '../../../shared/accounts/accounts.ts';
import { formatDay, localDateOf } from '../../../ui/day.ts';
import { Fact, Facts } from '../../../ui/facts.tsx';
import { LargeAmount } from '../../../ui/large-amount.tsx';
import { DeleteTransaction } from './delete-transaction.tsx';
import { AMOUNT_CLASSES, BANNER_CLASSES, dateText, FACTS_ALONE_CLASSES } from './detail-layout.ts';
import { EditButton } from './edit-button.tsx';
import { NoteText, TagsFact } from './note-text.tsx';
import { RepeatsButton } from './repeats-button.tsx';

type FactsProps = { transfer: Transfer; onEdit: () => void; focusEdit: boolean };

/** Details of a transfer, with the buttons that change and delete it. */
export function TransferFacts({ transfer, onEdit, focusEdit }: FactsProps) {
  const user = useUser();
  const { _id, account, toAccount, category, amount, changedAt, note, tags } = transfer;
  return (
    <div className={FACTS_ALONE_CLASSES}>
      <div className="min-w-0">
        <p className="text-ink-muted">{dateText(transfer)}</p>
        <p className={`${BANNER_CLASSES} border-rule-strong bg-surface text-ink-muted`}>Transfer</p>
        <div className={AMOUNT_CLASSES}>
          <LargeAmount amount={amount} currency={user.currency} size="amount" />
        </div>
        <Facts>
          <Fact term="From">{nameOfAccount(user, account)}</Fact>
          <Fact term="To">{nameOfAccount(user, toAccount)}</Fact>
          {category !== null && <Fact term="Category">{category}</Fact>}
          {changedAt && <Fact term="Last changed">{formatDay(localDateOf(new Date(changedAt))).long}</Fact>}
          {tags.length > 0 && <TagsFact tags={tags} />}
        </Facts>
        {note !== null && <NoteText note={note} />}
        <div className="mt-8 flex flex-wrap gap-3">
          <EditButton focus={focusEdit} onClick={onEdit} />
          <RepeatsButton entry={transfer} />
          <DeleteTransaction id={_id} kind="transfer" />
        </div>
      </div>
    </div>
  );
}

import { useState } from 'react';
import type { Rule } from '#contract/rule-calls.ts';
import { useCommand } from '../../commands/use-command.ts';
import { ConfirmDelete } from '../../ui/confirm-delete.tsx';
import { Checkbox } from '../../ui/fields.tsx';

type Props = {
  rule: Rule | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onRemoved?: () => void;
};

/** Dialog that removes a rule, and takes back what it did where that is asked for. */
export function RemoveRule({ rule, open, onOpenChange, onRemoved }: Props) {
  const [takeBack, setTakeBack] = useState(false);
  const { send } = useCommand('removeRule', {
    saved: 'Rule removed',
    failed: 'Unable to remove the rule',
    ...(onRemoved && { onSaved: onRemoved }),
  });
  if (!rule) return null;
  return (
    <ConfirmDelete
      open={open}
      onOpenChange={(open) => {
        if (open) setTakeBack(false);
        onOpenChange(open);
      }}
      description="This removes the rule. What it did to entries stays, unless you take it back."
      onConfirm={() => void send({ ruleId: rule._id, ...(takeBack && { takeBack }) })}
    >
      {rule.applied > 0 && (
        <div className="mt-3">
          <Checkbox label="Take back what it did and nobody touched since" checked={takeBack} onChange={setTakeBack} />
        </div>
      )}
    </ConfirmDelete>
  );
}

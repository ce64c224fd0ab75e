import type { ResetEvent } from '#ledger/reset.ts';
import { emptyLedger } from '../model/audit-ledger.ts';
import type { AuditDefinitions } from '../model/definition.ts';

export const resetDefinitions: AuditDefinitions<ResetEvent> = {
  LedgerReset: {
    kind: 'demo-reset',
    standing: 'ends any command',
    about: null,
    account: null,
    apply({ ledger, revision }) {
      Object.assign(ledger, { ...emptyLedger(revision), books: ledger.books });
    },
  },
};

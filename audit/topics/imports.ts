import type { ImportEvent } from '#ledger/imports.ts';
import type { AuditDefinitions } from '../model/definition.ts';

export const importDefinitions: AuditDefinitions<ImportEvent> = {
  FileImported: {
    kind: 'import',
    standing: 'begins an import',
    about: null,
    account: null,
    apply(application, { rows, left, count }) {
      if (left > rows) application.must('rows left out', `at most ${rows}`, left);
      application.begin('import', count);
    },
  },
  EntryMatched: {
    kind: 'import',
    standing: 'only in an import',
    about: ({ entryId }) => entryId,
    account: null,
    apply(application, { entryId, entry, imported }) {
      const label = `${entry} ${entryId}`;
      application.present(label, application.ledger.entries.get(label));
      application.keepRows(entryId, [imported]);
    },
  },
  ImportCutShort: {
    kind: 'import',
    standing: 'ends an import',
    about: null,
    account: null,
    apply: (application, { missing }) => application.cutShort(missing),
  },
};

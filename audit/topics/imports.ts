import type { ImportEvent } from '#ledger/imports/events.ts';
import type { Definitions } from '../model/definition.ts';

/** What the audit knows of these events. */
export const importDefinitions: Definitions<ImportEvent> = {
  FileImported: {
    kind: 'import',
    standing: 'begins an import',
    about: null,
    account: null,
    apply(application, { rows, left, count }) {
      if (left > rows) application.must('rows left out', `at most ${rows}`, left);
      application.begin('import', count, []);
    },
  },
  EntryMatched: {
    kind: 'import',
    standing: 'only in an import',
    about: ({ entryId }) => entryId,
    account: null,
    apply(application, { entryId, entry, imported }) {
      const what = `${entry} ${entryId}`;
      application.present(what, application.ledger.entries.get(what));
      application.keepRows([imported]);
    },
  },
  ImportCutShort: {
    kind: 'import',
    standing: 'ends an import',
    about: null,
    account: null,
    apply(application, { missing }) {
      const { run } = application.ledger;
      application.must('missing', run?.left ?? 0, missing);
      if (run) run.left = 0;
      application.touch('unfinished');
    },
  },
};

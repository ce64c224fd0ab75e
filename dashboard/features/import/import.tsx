import { useEffect } from 'react';
import { useImportFile } from '../../browser-state/import-file.ts';
import { useIsPast } from '../../browser-state/known.ts';
import { useUser } from '../../server/user.ts';
import { TodayInMargin } from '../../shared/as-known/today-in-margin.tsx';
import { WritingIsOff } from '../../shared/as-known/writing-is-off.tsx';
import { ImportDrop } from '../../shared/entries/import-drop.tsx';
import { PageHeader, useTitle } from '../../ui/page.tsx';
import { ChooseFile } from './choose-file.tsx';
import { startImport } from './import-store.ts';
import { OpenFile } from './open-file.tsx';

/** Screen that imports a file: its preview, the choices for its rows, and the result (product 9.20). */
export function Import() {
  useTitle('Import');
  const { _id, currency } = useUser();
  const isPast = useIsPast();
  const file = useImportFile(_id);
  useEffect(() => {
    if (file && !isPast) startImport(file, currency);
  }, [file, currency, isPast]);
  return (
    <>
      <ImportDrop />
      <PageHeader margin={<TodayInMargin />} heading="Import a file" />
      {isPast ? <WritingIsOff /> : file ? <OpenFile file={file} /> : <ChooseFile />}
    </>
  );
}

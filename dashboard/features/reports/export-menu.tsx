import { DropdownMenu } from 'radix-ui';
import type { RefObject } from 'react';
import type { ReportAnswer } from '#contract/report-calls.ts';
import { useKnown } from '../../browser-state/known.ts';
import { fetchReportCsv, type ReportInput } from '../../server/report-queries.ts';
import { Button } from '../../ui/button.tsx';
import { MENU, MENU_ITEM } from '../../ui/menu.ts';
import { saveFile } from '../../ui/save-file.ts';
import { showErrorToast } from '../../ui/toast.ts';
import { pictureAsPng, pictureAsSvg } from './picture-file.ts';

type Props = {
  report: ReportAnswer;
  input: ReportInput;
  sentence: string;
  svg: RefObject<SVGSVGElement | null>;
};

/** The menu of files: the table as CSV, and the picture as SVG and PNG on white paper. */
export function ExportMenu({ report, input, sentence, svg }: Props) {
  const known = useKnown();
  const name = `report-${report.asked.from}-${report.asked.to}`;

  async function save(ending: string, file: Promise<Blob | null>) {
    const made = await file.catch(() => null);
    if (made) saveFile(`${name}.${ending}`, made);
    else showErrorToast('Unable to export the report');
  }

  const ofPicture = (make: (svg: SVGSVGElement, title: string) => Promise<Blob | null>) =>
    svg.current ? make(svg.current, sentence) : Promise.resolve(null);
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button kind="secondary" size="compact">
          Export
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={MENU} align="end" sideOffset={6}>
          <DropdownMenu.Item className={MENU_ITEM} onSelect={() => void save('csv', fetchReportCsv(input, known))}>
            CSV
          </DropdownMenu.Item>
          <DropdownMenu.Item className={MENU_ITEM} onSelect={() => void save('svg', ofPicture(pictureAsSvg))}>
            SVG
          </DropdownMenu.Item>
          <DropdownMenu.Item className={MENU_ITEM} onSelect={() => void save('png', ofPicture(pictureAsPng))}>
            PNG
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

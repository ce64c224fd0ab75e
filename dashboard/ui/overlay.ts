import { cva } from 'class-variance-authority';

const FLOATING = 'left-1/2 rounded-float border data-[state=closed]:animate-disappear data-[state=open]:animate-rise';

const SHEET = [
  'right-0 bottom-0 flex flex-col overflow-y-auto px-7 pt-7',
  'data-[state=closed]:animate-slide-out data-[state=open]:animate-slide-in',
  'sm:top-0 sm:border-l',
  'max-sm:left-0 max-sm:h-[92dvh] max-sm:rounded-t-float max-sm:border-t max-sm:[--aside:0] max-sm:[--below:100%]',
];

/** Classes of the box of a dialog, a sheet at the side, or the command palette. */
export const overlayBox = cva('fixed z-21 border-rule bg-raised shadow-(--shadow)', {
  variants: {
    shape: {
      dialog: [
        FLOATING,
        'top-1/2 max-h-[calc(100dvh-2rem)] w-[min(29rem,calc(100vw-2rem))]',
        '-translate-1/2 overflow-y-auto px-7 pt-7 pb-6',
      ],
      /** With a list that scrolls between the title and the buttons. */
      list: [
        FLOATING,
        'top-1/2 flex max-h-[min(calc(100dvh-2rem),46rem)] w-[min(29rem,calc(100vw-2rem))] -translate-1/2 flex-col',
        'overflow-y-auto px-7 pt-7 pb-6',
      ],
      palette: [
        FLOATING,
        'top-[17vh] max-h-[calc(83dvh-1rem)] w-[min(35rem,calc(100vw-2rem))] -translate-x-1/2 overflow-hidden',
        'max-sm:top-4 max-sm:max-h-[calc(100dvh-2rem)]',
      ],
      sheet: [SHEET, 'sm:w-[min(28rem,100vw)]'],
      /** A wider sheet, with tables. */
      drawer: [SHEET, 'pb-8 sm:w-[min(34rem,100vw)]'],
    },
  },
});

/** Classes of the layer that dims the page behind a dialog. */
export const SCRIM =
  'fixed inset-0 z-20 bg-scrim data-[state=closed]:animate-disappear data-[state=open]:animate-appear';

/** Classes of a dialog's title. */
export const DIALOG_TITLE = 'font-book text-[1.625rem]/[1.2] font-medium wrap-anywhere';

/** Classes of the text below a dialog's title. */
export const DIALOG_TEXT = 'mt-[0.6rem] wrap-anywhere text-ink-muted';

/** Classes of a row of buttons at the end of a dialog. */
export const DIALOG_BUTTONS = 'flex justify-end gap-3 max-sm:flex-col-reverse';

import type { ComponentProps } from 'react';

// ARIA roles on div elements. The rows are virtualized CSS grids beside a margin column, and browsers drop the table
// semantics of HTML table elements with another `display`.

type Props = ComponentProps<'div'>;

export function EntriesTable(props: Props) {
  // biome-ignore lint/a11y/useSemanticElements: see the top of the file.
  return <div role="table" {...props} />;
}

export function RowGroup(props: Props) {
  // biome-ignore lint/a11y/useSemanticElements: see the top of the file.
  return <div role="rowgroup" {...props} />;
}

export function TableRow(props: Props) {
  // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see the top of the file.
  return <div role="row" {...props} />;
}

export function TableCell(props: Props) {
  // biome-ignore lint/a11y/useSemanticElements: see the top of the file.
  return <div role="cell" {...props} />;
}

export function ColumnHeader(props: Props) {
  // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see the top of the file.
  return <div role="columnheader" {...props} />;
}

/** Header of a row, or of a group of rows. */
export function RowHeader(props: Props) {
  // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see the top of the file.
  return <div role="rowheader" {...props} />;
}

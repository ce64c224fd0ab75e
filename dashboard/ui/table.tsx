// Tables whose rows are grids of their own, stand beside a margin and are drawn only near the window. The elements that
// HTML has for tables can't be laid out so in every browser without losing their meaning, so the roles are given here.
import type { ComponentProps } from 'react';

type Part = ComponentProps<'div'>;

/** A table. */
export function Table(props: Part) {
  // biome-ignore lint/a11y/useSemanticElements: see the top of the file.
  return <div role="table" {...props} />;
}

/** Rows that belong together. */
export function RowGroup(props: Part) {
  // biome-ignore lint/a11y/useSemanticElements: see the top of the file.
  return <div role="rowgroup" {...props} />;
}

/** A row. */
export function Row(props: Part) {
  // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see the top of the file.
  return <div role="row" {...props} />;
}

/** A cell. */
export function Cell(props: Part) {
  // biome-ignore lint/a11y/useSemanticElements: see the top of the file.
  return <div role="cell" {...props} />;
}

/** The head of a column. */
export function ColumnHead(props: Part) {
  // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see the top of the file.
  return <div role="columnheader" {...props} />;
}

/** What a row, or the rows after it, are about. */
export function RowHead(props: Part) {
  // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: see the top of the file.
  return <div role="rowheader" {...props} />;
}

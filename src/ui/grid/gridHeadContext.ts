/** Input of the column headers; a context, so that a new sort does not recreate the columns. */
import { type ComponentType, createContext } from 'react';
import type { ColumnSort } from './gridTypes.ts';

export interface GridHead {
  readonly sortOf: (column: string) => ColumnSort | undefined;
  /** `more`: in addition to the current sort columns. */
  readonly onSort: (column: string, more: boolean) => void;
  /** A further control in the header. */
  readonly Action: ComponentType<{ readonly column: string; readonly cell: HTMLElement }> | undefined;
}

export const GridHeadContext = createContext<GridHead>({
  sortOf: () => undefined,
  onSort: () => undefined,
  Action: undefined,
});

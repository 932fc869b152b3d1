/** What the heads of columns need to know; a context, so that a new sort does not make them anew. */
import { type ComponentType, createContext } from 'react';
import type { ColumnSort } from './gridTypes.ts';

export interface GridHead {
  readonly sortOf: (column: string) => ColumnSort | undefined;
  /** `more`: beside the columns that sort already. */
  readonly onSort: (column: string, more: boolean) => void;
  /** What else stands in a head. */
  readonly Action: ComponentType<{ readonly column: string; readonly cell: HTMLElement }> | undefined;
}

export const GridHeadContext = createContext<GridHead>({
  sortOf: () => undefined,
  onSort: () => undefined,
  Action: undefined,
});

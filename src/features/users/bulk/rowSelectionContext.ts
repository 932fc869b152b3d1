/** The row selection for cells and headers. A context, because rendered rows must follow changes. */
import { createContext } from 'react';
import type { UserSummary } from '@api/contract/users.shapes.ts';

export interface RowSelection {
  readonly selected: ReadonlySet<string>;
  /** All users of the shown list are selected. */
  readonly all: boolean;
  /** IDs are loading. */
  readonly busy: boolean;
  /** Number of matching users, formatted. */
  readonly total: string;
  /** @param range includes all users between this and the last toggled one */
  readonly toggle: (user: UserSummary, range: boolean) => void;
  /** All users who match now. */
  readonly selectAll: () => void;
  readonly clear: () => void;
}

const noop = () => undefined;

export const RowSelectionContext = createContext<RowSelection>({
  selected: new Set(),
  all: false,
  busy: false,
  total: '',
  toggle: noop,
  selectAll: noop,
  clear: noop,
});

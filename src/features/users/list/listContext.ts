/** What the cells of the list need besides their row; a context, so that rows already drawn follow it. */
import { createContext } from 'react';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import type { Formats } from '@src/i18n/formats.ts';
import type { MenuPlace } from '@src/ui/menuPlace.ts';

export interface ListContent {
  /** Of the search whose rows are shown; folded. */
  readonly words: readonly string[];
  readonly formats: Formats;
  /** Milliseconds; moves on each minute. */
  readonly now: number;
  readonly openMenu: (user: UserSummary, place: MenuPlace) => void;
  /** Of links and buttons in cells: -1 where the grid leads the focus. */
  readonly tabIndex: 0 | -1;
}

export const ListContext = createContext<ListContent | null>(null);

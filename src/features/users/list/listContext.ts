/** What the cells of the list need besides their row; a context, so that rows already drawn follow it. */
import type { TFunction } from 'i18next';
import { createContext } from 'react';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import type { Formats } from '@src/i18n/formats.ts';
import type { RoleNames } from '@src/i18n/roleNames.ts';
import type { MenuPlace } from '@src/ui/menuPlace.ts';

export interface ListContent {
  /** Handed down, as asking i18next anew in each of hundreds of cells costs more than drawing them. */
  readonly t: TFunction<'users'>;
  readonly formats: Formats;
  readonly roleNames: RoleNames;
  /** Milliseconds; moves on each minute. */
  readonly now: number;
  readonly openMenu: (user: UserSummary, place: MenuPlace) => void;
  /** Of links and buttons in cells: -1 where the grid leads the focus. */
  readonly tabIndex: 0 | -1;
}

/** The words of the search whose rows are shown, folded; apart, as they change with each key. */
export const WordsContext = createContext<readonly string[]>([]);

export const ListContext = createContext<ListContent | null>(null);

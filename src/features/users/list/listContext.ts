/** Input of cells besides their row. It is a context, because rendered rows must follow changes. */
import type { TFunction } from 'i18next';
import { createContext } from 'react';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import type { Formats } from '@src/i18n/formats.ts';
import type { RoleNames } from '@src/i18n/roleNames.ts';
import type { MenuAnchor } from '@src/ui/Menu.tsx';

export interface ListContent {
  /** Passed down: `useTranslation` in hundreds of cells costs more than rendering them. */
  readonly t: TFunction<'users'>;
  readonly formats: Formats;
  readonly roleNames: RoleNames;
  /** Milliseconds, updated each minute. */
  readonly now: number;
  readonly openMenu: (user: UserSummary, anchor: MenuAnchor) => void;
  /** Opens the drawer of a row; absent where there is none. */
  readonly openPanel?: (row: UserSummary) => void;
}

/** Folded words of the shown search. Separate, because they change with each keystroke. */
export const WordsContext = createContext<readonly string[]>([]);

export const ListContext = createContext<ListContent | null>(null);

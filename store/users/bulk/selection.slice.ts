/** Selected users: ids, so that the selection outlives scrolling, sorting and refreshing; rows as far as they were loaded. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { identityChanged, sessionAbandoned } from '@api/client/sessionEvents.ts';
import type { ArgsOf } from '@api/contract/index.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { userChanged } from '../changedUsers.slice.ts';

/** A list of users, as `Users.Page` takes it. */
export type ListArgs = Pick<NonNullable<ArgsOf<'Users.Page'>>, 'filter' | 'search' | 'sort' | 'where'>;

/** The list from which ids without loaded rows can be read. */
interface Origin {
  readonly list: ListArgs;
  /** Index of the first of them. */
  readonly offset: number;
}

export interface Selection {
  /** User ids in order of selection. */
  readonly ids: readonly string[];
  readonly rows: Readonly<Record<string, UserSummary>>;
  readonly origin: Origin | null;
  /** Exactly the users that matched `origin.list` at that time. */
  readonly whole: boolean;
}

const emptySelection: Selection = { ids: [], rows: {}, origin: null, whole: false };

const selectionSlice = createSlice({
  name: 'usersSelection',
  initialState: emptySelection,
  reducers: {
    /** Loaded rows; `ticked: false` deselects them. */
    rowsSelected: (
      selection,
      { payload: { rows, ticked } }: PayloadAction<{ rows: readonly UserSummary[]; ticked: boolean }>,
    ) => {
      const rowIds = new Set(rows.map(({ userId }) => userId));
      const otherIds = selection.ids.filter((id) => !rowIds.has(id));
      if (!ticked) return { ...selection, ids: otherIds, whole: false };
      const known = { ...selection.rows, ...Object.fromEntries(rows.map((row) => [row.userId, row])) };
      const added = [...rowIds].filter((id) => !selection.ids.includes(id));
      return { ...selection, ids: [...selection.ids, ...added], rows: known, whole: false };
    },
    /** Users whose rows may not be loaded. */
    idsSelected: (selection, { payload: { ids, origin } }: PayloadAction<{ ids: readonly string[]; origin: Origin }>) => ({
      ...selection,
      ids: [...new Set([...selection.ids, ...ids])],
      origin,
      whole: false,
    }),
    /** All users that match a list now; later matches are not included. */
    allSelected: (selection, { payload: { ids, list } }: PayloadAction<{ ids: readonly string[]; list: ListArgs }>) => ({
      ids,
      rows: Object.fromEntries(ids.flatMap((id) => (selection.rows[id] ? [[id, selection.rows[id]]] : []))),
      origin: { list, offset: 0 },
      whole: true,
    }),
    selectionCleared: () => emptySelection,
  },
  extraReducers: (build) => {
    build
      .addCase(userChanged, (selection, { payload }) =>
        selection.rows[payload.userId] ? { ...selection, rows: { ...selection.rows, [payload.userId]: payload } } : selection,
      )
      .addCase(sessionAbandoned, () => emptySelection)
      // Kept when the user logs in again over the page.
      .addCase(identityChanged, (selection, { payload }) => (payload.by === 'logIn' ? selection : emptySelection));
  },
  selectors: { selectSelection: (selection): Selection => selection },
});

export const { rowsSelected, idsSelected, allSelected, selectionCleared } = selectionSlice.actions;
export const { selectSelection } = selectionSlice.selectors;
export { selectionSlice };

/** Who is ticked in the list: ids, so that it outlives scrolling, sorting and refreshing; with the rows as far as they were seen. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { identityChanged, sessionGivenUp } from '@api/client/sessionEvents.ts';
import type { ArgsOf } from '@api/contract/index.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { userChanged } from '../changedUsers.slice.ts';

/** A list of people, as `Users.Page` takes it. */
export type ListArgs = Pick<NonNullable<ArgsOf<'Users.Page'>>, 'filter' | 'search' | 'sort' | 'where'>;

/** Where ids were taken from whose rows nobody has seen: they can be read there. */
interface Origin {
  readonly list: ListArgs;
  /** The place of the first of them. */
  readonly offset: number;
}

export interface Selection {
  /** In the order of ticking. */
  readonly ids: readonly string[];
  readonly rows: Readonly<Record<string, UserSummary>>;
  readonly origin: Origin | null;
  /** It is all that matched the list of `origin` when it was chosen, no more and no less. */
  readonly whole: boolean;
}

const nobody: Selection = { ids: [], rows: {}, origin: null, whole: false };

const selectionSlice = createSlice({
  name: 'usersSelection',
  initialState: nobody,
  reducers: {
    /** Seen rows; unticks them where `ticked` is false. */
    rowsSelected: (
      selection,
      { payload: { rows, ticked } }: PayloadAction<{ rows: readonly UserSummary[]; ticked: boolean }>,
    ) => {
      const these = new Set(rows.map(({ userId }) => userId));
      const others = selection.ids.filter((id) => !these.has(id));
      if (!ticked) return { ...selection, ids: others, whole: false };
      const known = { ...selection.rows, ...Object.fromEntries(rows.map((row) => [row.userId, row])) };
      const added = [...these].filter((id) => !selection.ids.includes(id));
      return { ...selection, ids: [...selection.ids, ...added], rows: known, whole: false };
    },
    /** People whose rows may never have been seen. */
    idsSelected: (selection, { payload: { ids, origin } }: PayloadAction<{ ids: readonly string[]; origin: Origin }>) => ({
      ...selection,
      ids: [...new Set([...selection.ids, ...ids])],
      origin,
      whole: false,
    }),
    /** All that match a list, as of now: who matches later is not among them. */
    allSelected: (selection, { payload: { ids, list } }: PayloadAction<{ ids: readonly string[]; list: ListArgs }>) => ({
      ids,
      rows: Object.fromEntries(ids.flatMap((id) => (selection.rows[id] ? [[id, selection.rows[id]]] : []))),
      origin: { list, offset: 0 },
      whole: true,
    }),
    selectionCleared: () => nobody,
  },
  extraReducers: (build) => {
    build
      .addCase(userChanged, (selection, { payload }) =>
        selection.rows[payload.userId] ? { ...selection, rows: { ...selection.rows, [payload.userId]: payload } } : selection,
      )
      .addCase(sessionGivenUp, () => nobody)
      // Who logs in again over the page goes on with it.
      .addCase(identityChanged, (selection, { payload }) => (payload.by === 'logIn' ? selection : nobody));
  },
  selectors: { selectSelection: (selection): Selection => selection },
});

export const { rowsSelected, idsSelected, allSelected, selectionCleared } = selectionSlice.actions;
export const { selectSelection } = selectionSlice.selectors;
export { selectionSlice };

/** People that were changed a moment ago, for lists that put the new state in the place of the old without fetching a page anew. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { identityChanged, sessionGivenUp } from '@api/client/sessionEvents.ts';

export interface UserChange {
  /** Grows with every change; a list remembers the last one it has shown. */
  readonly sequence: number;
  readonly user: UserSummary;
}

/** Who looks away for longer than this fetches anew. */
const KEPT = 500;

const changedUsersSlice = createSlice({
  name: 'changedUsers',
  initialState: [] as readonly UserChange[],
  reducers: {
    userChanged: {
      reducer: (changes, { payload }: PayloadAction<UserSummary>) => [
        ...changes.slice(1 - KEPT),
        { sequence: (changes.at(-1)?.sequence ?? 0) + 1, user: payload },
      ],
      prepare: (user: UserSummary) => ({ payload: user }),
    },
  },
  extraReducers: (build) => {
    build.addCase(sessionGivenUp, () => []).addCase(identityChanged, () => []);
  },
  selectors: { selectChangedUsers: (changes) => changes },
});

/** A fact: this is how the person now is. */
export const { userChanged } = changedUsersSlice.actions;
export const { selectChangedUsers } = changedUsersSlice.selectors;
export { changedUsersSlice };

const goneUsersSlice = createSlice({
  name: 'goneUsers',
  initialState: [] as readonly string[],
  reducers: {
    /** A fact: nobody has this name any longer, as far as the asker may see. */
    userGone: (gone, { payload }: PayloadAction<string>) => [...gone.slice(1 - KEPT), payload],
  },
  extraReducers: (build) => {
    build.addCase(sessionGivenUp, () => []).addCase(identityChanged, () => []);
  },
  selectors: { selectGoneUsers: (gone) => gone },
});

export const { userGone } = goneUsersSlice.actions;
export const { selectGoneUsers } = goneUsersSlice.selectors;
export { goneUsersSlice };

/** Recently changed users, so that lists can update rows in place without refetching. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { identityChanged, sessionAbandoned } from '@api/client/sessionEvents.ts';

interface UserChange {
  /** Increases with every change; a list remembers the last one applied. */
  readonly sequence: number;
  readonly user: UserSummary;
}

/** Changes kept; a list that missed more must refetch. */
const MAX_CHANGES = 500;

const changedUsersSlice = createSlice({
  name: 'changedUsers',
  initialState: [] as readonly UserChange[],
  reducers: {
    userChanged: {
      reducer: (changes, { payload }: PayloadAction<UserSummary>) => [
        ...changes.slice(1 - MAX_CHANGES),
        { sequence: (changes.at(-1)?.sequence ?? 0) + 1, user: payload },
      ],
      prepare: (user: UserSummary) => ({ payload: user }),
    },
  },
  extraReducers: (build) => {
    build.addCase(sessionAbandoned, () => []).addCase(identityChanged, () => []);
  },
  selectors: { selectChangedUsers: (changes) => changes },
});

/** The user's new state. */
export const { userChanged } = changedUsersSlice.actions;
export const { selectChangedUsers } = changedUsersSlice.selectors;
export { changedUsersSlice };

const goneUsersSlice = createSlice({
  name: 'goneUsers',
  initialState: [] as readonly string[],
  reducers: {
    /** User name that no longer exists, as far as the administrator may see. */
    userGone: (gone, { payload }: PayloadAction<string>) => [...gone.slice(1 - MAX_CHANGES), payload],
  },
  extraReducers: (build) => {
    build.addCase(sessionAbandoned, () => []).addCase(identityChanged, () => []);
  },
  selectors: { selectGoneUsers: (gone) => gone },
});

export const { userGone } = goneUsersSlice.actions;
export const { selectGoneUsers } = goneUsersSlice.selectors;
export { goneUsersSlice };

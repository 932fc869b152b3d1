/**
 * Administrative actions that wait for the connection, in the order in which they will be sent. Kept in memory only: they name users,
 * and nothing about a user belongs in web storage.
 */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { identityChanged, sessionAbandoned } from '@api/client/sessionEvents.ts';
import type { Phrase } from '../../notices/message.ts';

export interface WaitingAction {
  readonly id: string;
  /** Such as “Disable ingrid”. */
  readonly what: Phrase;
  /** By this browser's clock, in milliseconds. */
  readonly since: number;
  /** It was sent, and its response was lost: it may have been done. */
  readonly isMaybeDone: boolean;
  readonly isBeingSent: boolean;
}

interface Waiting {
  readonly actions: readonly WaitingAction[];
  /** How many the end of the session has dropped, not yet told to the user. */
  readonly dropped: number;
}

const changed = (waiting: Waiting, id: string, change: Partial<WaitingAction>): Waiting => ({
  ...waiting,
  actions: waiting.actions.map((action) => (action.id === id ? { ...action, ...change } : action)),
});

const without = (waiting: Waiting, id: string): Waiting => ({
  ...waiting,
  actions: waiting.actions.filter((action) => action.id !== id),
});

const dropAll = ({ actions, dropped }: Waiting): Waiting => ({ actions: [], dropped: dropped + actions.length });

const waitingSlice = createSlice({
  name: 'waiting',
  initialState: (): Waiting => ({ actions: [], dropped: 0 }),
  reducers: {
    waitingAdded: (waiting, { payload }: PayloadAction<Omit<WaitingAction, 'isBeingSent'>>): Waiting => ({
      ...waiting,
      actions: [...waiting.actions, { ...payload, isBeingSent: false }],
    }),
    /** The action with this id is sent now. */
    waitingTurnGiven: (waiting, { payload }: PayloadAction<string>) => changed(waiting, payload, { isBeingSent: true }),
    /** Its turn ended without a response: it keeps its place. */
    waitingTurnFailed: (waiting, { payload }: PayloadAction<string>) =>
      changed(waiting, payload, { isBeingSent: false, isMaybeDone: true }),
    /** It was answered, or given up. */
    waitingEnded: (waiting, { payload }: PayloadAction<string>) => without(waiting, payload),
    /** By the user; one that is being sent just now may be done all the same. */
    waitingTakenBack: (waiting, { payload }: PayloadAction<string>) => without(waiting, payload),
    /** "Try now". */
    waitingRetryRequested: () => undefined,
    /** The user was told of those dropped. */
    waitingDropsNoticed: (waiting): Waiting => ({ ...waiting, dropped: 0 }),
  },
  extraReducers: (build) => {
    build
      .addCase(sessionAbandoned, dropAll)
      .addCase(identityChanged, (waiting, { payload }) => (payload.by === 'logOut' ? dropAll(waiting) : waiting));
  },
  selectors: {
    selectNextWaiting: ({ actions }): WaitingAction | undefined => actions[0],
    selectDropped: ({ dropped }) => dropped,
  },
});

export const {
  waitingAdded,
  waitingTurnGiven,
  waitingTurnFailed,
  waitingEnded,
  waitingTakenBack,
  waitingRetryRequested,
  waitingDropsNoticed,
} = waitingSlice.actions;
export const { selectNextWaiting, selectDropped } = waitingSlice.selectors;
export { waitingSlice };

const none: readonly WaitingAction[] = [];

/** Also before the slice is there, on pages that don't administer users. */
export const selectWaiting = (state: { readonly waiting?: Waiting }): readonly WaitingAction[] => state.waiting?.actions ?? none;

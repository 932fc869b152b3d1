/** One operation on many users, from the preview to the result of the server. At most one is shown: a second request is ignored. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ClientProblem } from '@api/client/clientProblem.ts';
import { identityChanged, sessionAbandoned } from '@api/client/sessionEvents.ts';
import type { LongRunningOperation } from '@api/contract/bulk.ts';
import type { ActionArgs } from '@api/contract/actions.entry.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import type { BulkAction, ExclusionReason } from './bulkRules.ts';
import type { ListArgs } from './selection.slice.ts';

export interface LeftOut {
  readonly userId: string;
  /** Absent: the user no longer exists. */
  readonly user?: UserSummary;
  readonly why: ExclusionReason;
}

interface Preview {
  /** While its argument is not chosen, there are no people. */
  readonly action: BulkAction;
  readonly people: readonly UserSummary[];
  readonly leftOut: readonly LeftOut[];
  /** Of the last attempt to start it: the server may have done so, and does it once. */
  readonly problem?: ClientProblem | undefined;
}

export interface Followed {
  readonly operation: LongRunningOperation;
  /** Users left out of the preview; empty if the operation was found again. */
  readonly leftOut: readonly LeftOut[];
}

export type Bulk =
  | { readonly kind: 'idle' }
  | { readonly kind: 'reading'; readonly read: number; readonly total: number }
  /** Rows for an export; the screen writes the file. */
  | { readonly kind: 'exported'; readonly people: readonly UserSummary[] }
  /** `confirmed`: the operation is being started. */
  | ({ readonly kind: 'preview'; readonly confirmed: boolean } & Preview)
  | ({
      readonly kind: 'followed';
      /** The user has pressed a button, and the server is being asked. */
      readonly isBusy: boolean;
      /** No answer came when it was last read. */
      readonly isLost: boolean;
      /** The result for each user is open. */
      readonly isResultOpen: boolean;
    } & Followed);

/** A bulk of everyone in a list. */
export interface BulkOfList {
  readonly action: BulkAction;
  readonly list: ListArgs;
  /** Shows no preview if the list has so many users: the caller knows them. */
  readonly expectedCount: number | null;
}

export const isUnfinished = ({ state }: LongRunningOperation): boolean => state === 'running' || state === 'paused';

const followed = (read: Followed) => ({ kind: 'followed' as const, isBusy: false, isLost: false, isResultOpen: false, ...read });

/** Whether another operation can be asked for: none runs, and none is being prepared. */
export const isFree = (bulk: Bulk): boolean =>
  bulk.kind === 'idle' || (bulk.kind === 'followed' && !isUnfinished(bulk.operation));

const idle = (): Bulk => ({ kind: 'idle' });
const busy = (bulk: Bulk): Bulk => (bulk.kind === 'followed' ? { ...bulk, isBusy: true } : bulk);

const bulkSlice = createSlice({
  name: 'usersBulk',
  initialState: idle,
  reducers: {
    /** The operation or export is for the selected users. */
    bulkRequested: (bulk, _action: PayloadAction<BulkAction | 'export'>): Bulk => bulk,
    bulkOfListRequested: (bulk, _action: PayloadAction<BulkOfList>): Bulk => bulk,
    /** A running operation was found, which may come from another tab or machine. */
    operationFound: (bulk, _action: PayloadAction<LongRunningOperation>): Bulk => bulk,
    /** The role or the organisation of a previewed operation. */
    bulkArgumentChosen: (bulk, _action: PayloadAction<ActionArgs>): Bulk => bulk,
    bulkConfirmed: (bulk): Bulk => (bulk.kind === 'preview' ? { ...bulk, confirmed: true } : bulk),
    /** False: it is resumed. */
    bulkPaused: (bulk, _action: PayloadAction<boolean>): Bulk => busy(bulk),
    /** A cancelled preview has no effect; a running operation leaves out the remaining users. */
    bulkCancelled: busy,
    /** Opens the result of a finished operation, which the page follows from then on: it may be retried and undone. */
    resultOpened: (bulk, { payload }: PayloadAction<LongRunningOperation>): Bulk => {
      if (bulk.kind === 'followed' && bulk.operation.operationId === payload.operationId) return { ...bulk, isResultOpen: true };
      return isFree(bulk) ? { ...followed({ operation: payload, leftOut: [] }), isResultOpen: true } : bulk;
    },
    resultClosed: (bulk): Bulk => (bulk.kind === 'followed' ? { ...bulk, isResultOpen: false } : bulk),
    bulkRetryRequested: busy,
    bulkUndoRequested: busy,
    bulkClosed: idle,

    bulkReading: (_bulk, { payload }: PayloadAction<Omit<Extract<Bulk, { kind: 'reading' }>, 'kind'>>): Bulk => ({
      kind: 'reading',
      ...payload,
    }),
    bulkExported: (_bulk, { payload }: PayloadAction<readonly UserSummary[]>): Bulk => ({ kind: 'exported', people: payload }),
    bulkPrepared: (_bulk, { payload }: PayloadAction<Preview & { readonly confirmed: boolean }>): Bulk => ({
      kind: 'preview',
      ...payload,
    }),
    operationRead: (bulk, { payload }: PayloadAction<Followed>): Bulk => ({
      ...followed(payload),
      isResultOpen: bulk.kind === 'followed' && bulk.isResultOpen && !isUnfinished(payload.operation),
    }),
    operationLost: (bulk): Bulk => (bulk.kind === 'followed' ? { ...bulk, isBusy: false, isLost: true } : bulk),
  },
  extraReducers: (build) => {
    build
      .addCase(sessionAbandoned, idle)
      // Kept when the user logs in again over the page.
      .addCase(identityChanged, (bulk, { payload }) => (payload.by === 'logIn' ? bulk : idle()));
  },
  selectors: { selectBulk: (bulk): Bulk => bulk },
});

export const {
  bulkRequested,
  bulkOfListRequested,
  operationFound,
  bulkArgumentChosen,
  bulkConfirmed,
  bulkPaused,
  bulkCancelled,
  bulkRetryRequested,
  bulkUndoRequested,
  bulkClosed,
  resultOpened,
  resultClosed,
  bulkReading,
  bulkExported,
  bulkPrepared,
  operationRead,
  operationLost,
} = bulkSlice.actions;
export const { selectBulk } = bulkSlice.selectors;
export { bulkSlice };

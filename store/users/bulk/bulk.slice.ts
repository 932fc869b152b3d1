/** One bulk job, from preview to results. There is at most one at a time: a second request is ignored. */
import { createSlice, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import { identityChanged, sessionAbandoned } from '@api/client/sessionEvents.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import type { Message } from '../../notices/message.ts';
import type { BulkAction, ExclusionReason } from './bulkRules.ts';

export type Outcome =
  | { readonly kind: 'done' }
  /** Not reached when the job was cancelled. */
  | { readonly kind: 'skipped' }
  | { readonly kind: 'failed'; readonly why: Message };

export interface LeftOut {
  readonly userId: string;
  /** Absent: the user no longer exists. */
  readonly user?: UserSummary;
  readonly why: ExclusionReason;
}

/** Why a running job waits. `until`: latest end by this browser's clock, in milliseconds. */
export interface Hold {
  readonly why: 'connection' | 'server';
  readonly until: number;
}

interface Job {
  readonly action: BulkAction;
  /** Of the approved request that it carries out. */
  readonly requestId: string | null;
  readonly people: readonly UserSummary[];
  readonly leftOut: readonly LeftOut[];
  /** By index in `people`; null while unknown. */
  readonly outcomes: readonly (Outcome | null)[];
  /** Undoes a previous job. */
  readonly isUndo: boolean;
}

export type Bulk =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'reading';
      readonly action: BulkAction | 'export';
      readonly requestId: string | null;
      readonly read: number;
      readonly total: number;
    }
  /** Rows for an export; the screen writes the file. */
  | { readonly kind: 'exported'; readonly people: readonly UserSummary[] }
  | {
      readonly kind: 'preview';
      readonly action: BulkAction;
      readonly requestId: string | null;
      /** The server is being asked whether it may run. */
      readonly confirmed: boolean;
      readonly people: readonly UserSummary[];
      readonly leftOut: readonly LeftOut[];
    }
  | ({
      readonly kind: 'running';
      readonly paused: boolean;
      /** How often the user has resumed it. */
      readonly resumeCount: number;
      readonly cancelled: boolean;
      readonly hold: Hold | null;
    } & Job)
  | ({ readonly kind: 'finished' } & Job);

/** Indices in `people` and their outcomes. */
export type Progress = readonly (readonly [place: number, outcome: Outcome])[];

const idle = (): Bulk => ({ kind: 'idle' });
const unknownOutcome: Outcome = { kind: 'failed', why: { phrase: 'common:error.unknown' } };

const bulkSlice = createSlice({
  name: 'usersBulk',
  initialState: idle,
  reducers: {
    /** For the selected users. */
    bulkRequested: (bulk, _action: PayloadAction<BulkAction | 'export'>): Bulk => bulk,
    /** For the people of the own approved request; `total`: how many at most. */
    approvedBulkRequested: (
      bulk,
      _action: PayloadAction<{ readonly requestId: string; readonly action: BulkAction; readonly total: number }>,
    ): Bulk => bulk,
    bulkConfirmed: (bulk): Bulk => (bulk.kind === 'preview' ? { ...bulk, confirmed: true } : bulk),
    bulkPaused: (bulk, { payload }: PayloadAction<boolean>): Bulk =>
      bulk.kind === 'running' ? { ...bulk, paused: payload, resumeCount: bulk.resumeCount + (payload ? 0 : 1) } : bulk,
    /** Pending requests finish, no further user is processed. Before the job runs, nothing happens. */
    bulkCancelled: (bulk): Bulk => (bulk.kind === 'running' ? { ...bulk, cancelled: true, paused: false } : bulk),
    /** Ends the current wait for the connection or the server. */
    bulkWaitSkipped: (bulk): Bulk => bulk,
    bulkRetryRequested: (bulk): Bulk => bulk,
    bulkUndoRequested: (bulk): Bulk => bulk,
    bulkClosed: idle,

    bulkReading: (_bulk, { payload }: PayloadAction<Omit<Extract<Bulk, { kind: 'reading' }>, 'kind'>>): Bulk => ({
      kind: 'reading',
      ...payload,
    }),
    bulkExported: (_bulk, { payload }: PayloadAction<readonly UserSummary[]>): Bulk => ({ kind: 'exported', people: payload }),
    bulkPrepared: (_bulk, { payload }: PayloadAction<Omit<Extract<Bulk, { kind: 'preview' }>, 'kind' | 'confirmed'>>): Bulk => ({
      kind: 'preview',
      confirmed: false,
      ...payload,
    }),
    bulkStarted: (_bulk, { payload }: PayloadAction<Job>): Bulk => ({
      ...payload,
      kind: 'running',
      paused: false,
      resumeCount: 0,
      cancelled: false,
      hold: null,
    }),
    bulkHeld: (bulk, { payload }: PayloadAction<Hold | null>): Bulk =>
      bulk.kind === 'running' ? { ...bulk, hold: payload } : bulk,
    bulkProgressed: (bulk, { payload }: PayloadAction<Progress>): Bulk => {
      if (bulk.kind !== 'running') return bulk;
      const outcomes = [...bulk.outcomes];
      for (const [index, outcome] of payload) outcomes[index] = outcome as Draft<Outcome>;
      return { ...bulk, outcomes };
    },
    bulkFinished: (bulk): Bulk => {
      if (bulk.kind !== 'running') return bulk;
      const { action, requestId, people, leftOut, outcomes, isUndo } = bulk;
      return {
        kind: 'finished',
        action,
        requestId,
        people,
        leftOut,
        outcomes: outcomes.map((outcome) => outcome ?? unknownOutcome),
        isUndo,
      };
    },
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
  approvedBulkRequested,
  bulkConfirmed,
  bulkPaused,
  bulkCancelled,
  bulkWaitSkipped,
  bulkRetryRequested,
  bulkUndoRequested,
  bulkClosed,
  bulkReading,
  bulkExported,
  bulkPrepared,
  bulkStarted,
  bulkHeld,
  bulkProgressed,
  bulkFinished,
} = bulkSlice.actions;
export const { selectBulk } = bulkSlice.selectors;
export { bulkSlice };

/** Number of users by outcome. */
export function countOutcomes(outcomes: readonly (Outcome | null)[]): Readonly<Record<Outcome['kind'] | 'open', number>> {
  const counts = { done: 0, skipped: 0, failed: 0, open: 0 };
  for (const outcome of outcomes) counts[outcome?.kind ?? 'open'] += 1;
  return counts;
}

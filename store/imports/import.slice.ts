/** State of an import from a file. A failure never discards the file or the choices. */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ClientProblem } from '@api/client/clientProblem.ts';
import { identityChanged, sessionAbandoned } from '@api/client/sessionEvents.ts';
import type { SyncReply } from '@api/contract/users.sync.ts';
import type { Choices, CsvFile, Fault } from './importRows.ts';

export type Counts = Pick<SyncReply, 'created' | 'updated' | 'disabled' | 'unchanged'>;

/** Result of a dry run that disables missing users: they are the last `missing` of `changes`. */
export interface Plan {
  readonly counts: Counts;
  readonly changes: SyncReply['changes'];
  readonly missing: number;
}

interface Chosen {
  readonly file: CsvFile;
  /** Lines of the file that are left out because of faults; absent: none. */
  readonly leftOut?: number | undefined;
  /** Absent: not checked yet. */
  readonly choices?: Choices | undefined;
}
export interface Checked extends Chosen {
  readonly choices: Choices;
}
/** Why the last request failed. */
type LastProblem = ClientProblem | null;

export type Import =
  | { readonly kind: 'choosing' }
  | (Chosen & { readonly kind: 'mapping'; readonly problem: LastProblem })
  | (Checked & { readonly kind: 'checking' })
  | (Checked & { readonly kind: 'faulty'; readonly faults: readonly Fault[] })
  | (Checked & { readonly kind: 'preview'; readonly plan: Plan; readonly problem: LastProblem })
  | (Checked & { readonly kind: 'applying'; readonly plan: Plan })
  /** Sent without a response: the result is unknown. */
  | (Checked & { readonly kind: 'unsure'; readonly problem: LastProblem })
  | (Checked & { readonly kind: 'done'; readonly counts: Counts; readonly mailed: boolean });

export const importCheckRequested = createAction<Choices>('imports/checkRequested');
export const importApplyRequested = createAction<{
  /** Ignored where lines were left out: their users would count as missing. */
  readonly disableMissing: boolean;
  /** Whether new users are mailed a link to set a password. */
  readonly mailLinks: boolean;
}>('imports/applyRequested');
/** Continues a faulty file with the lines that have no fault. */
export const importReduced = createAction('imports/reduced');
/** Cancels the pending request. */
export const importCancelled = createAction('imports/cancelled');

const choosing = { kind: 'choosing' } as Import;

const chosenOf = ({ file, choices, leftOut }: Chosen): Chosen => ({ file, choices, leftOut });

const importSlice = createSlice({
  name: 'importedList',
  initialState: choosing,
  reducers: {
    importFileRead: (_now, { payload: file }: PayloadAction<CsvFile>): Import => ({ kind: 'mapping', file, problem: null }),
    importClosed: () => choosing,
    /** Back to the column mapping, with the choices kept. */
    importRemapped: (state): Import =>
      state.kind === 'choosing' ? state : { ...chosenOf(state), kind: 'mapping', problem: null },
    /** Ignored after the file was closed. */
    importMoved: (state, { payload }: PayloadAction<Import>): Import => (state.kind === 'choosing' ? state : payload),
  },
  extraReducers: (build) => {
    build
      .addCase(sessionAbandoned, () => choosing)
      .addCase(identityChanged, (state, { payload }) => (payload.by === 'logIn' ? state : choosing));
  },
  selectors: { selectImport: (state) => state },
});

export const { importFileRead, importClosed, importRemapped, importMoved } = importSlice.actions;
export const { selectImport } = importSlice.selectors;
export { importSlice };

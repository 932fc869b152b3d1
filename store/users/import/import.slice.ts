/** Where an import of people from a file has got to: one kind at a time. Nothing that goes wrong takes the file or the choices away. */
import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ClientProblem } from '@api/client/clientProblem.ts';
import { identityChanged, sessionGivenUp } from '@api/client/sessionEvents.ts';
import type { SyncReply } from '@api/contract/users.sync.ts';
import type { Choices, CsvFile, Fault } from './importRows.ts';

export type Counts = Pick<SyncReply, 'created' | 'updated' | 'disabled' | 'unchanged'>;

/** What a dry run foretells, with those disabled who are not in the file: they are the last `missing` of the changes. */
export interface Plan {
  readonly counts: Counts;
  readonly changes: SyncReply['changes'];
  readonly missing: number;
}

interface Chosen {
  readonly file: CsvFile;
  /** Absent: nothing has been checked yet. */
  readonly choices?: Choices | undefined;
}
export interface Checked extends Chosen {
  readonly choices: Choices;
}
/** Why the last call came to nothing. */
type Told = ClientProblem | null;

export type Import =
  | { readonly kind: 'choosing' }
  | (Chosen & { readonly kind: 'mapping'; readonly problem: Told })
  | (Checked & { readonly kind: 'checking' })
  | (Checked & { readonly kind: 'faulty'; readonly faults: readonly Fault[] })
  | (Checked & { readonly kind: 'preview'; readonly plan: Plan; readonly problem: Told })
  | (Checked & { readonly kind: 'applying'; readonly plan: Plan })
  /** It was sent and no answer came, so that nobody here knows what became of it. */
  | (Checked & { readonly kind: 'unsure'; readonly problem: Told })
  | (Checked & { readonly kind: 'done'; readonly counts: Counts });

export const importCheckRequested = createAction<Choices>('users/importCheckRequested');
export const importApplyRequested = createAction<{ readonly disableMissing: boolean }>('users/importApplyRequested');
/** Gives up the call that is on its way. */
export const importCancelled = createAction('users/importCancelled');

const nothing = { kind: 'choosing' } as Import;

const importSlice = createSlice({
  name: 'usersImport',
  initialState: nothing,
  reducers: {
    importFileRead: (_now, { payload: file }: PayloadAction<CsvFile>): Import => ({ kind: 'mapping', file, problem: null }),
    importClosed: () => nothing,
    /** Back to the columns, with what was chosen there. */
    importRemapped: (now): Import =>
      now.kind === 'choosing' ? now : { kind: 'mapping', file: now.file, choices: now.choices, problem: null },
    /** What the conversation says after the file was put away is not heard. */
    importMoved: (now, { payload }: PayloadAction<Import>): Import => (now.kind === 'choosing' ? now : payload),
  },
  extraReducers: (build) => {
    build
      .addCase(sessionGivenUp, () => nothing)
      .addCase(identityChanged, (now, { payload }) => (payload.by === 'logIn' ? now : nothing));
  },
  selectors: { selectImport: (now) => now },
});

export const { importFileRead, importClosed, importRemapped, importMoved } = importSlice.actions;
export const { selectImport } = importSlice.selectors;
export { importSlice };

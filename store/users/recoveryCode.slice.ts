/** The recovery code shown to an administrator: sealed, shown once, cleared when the dialog closes. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { identityChanged, sessionAbandoned } from '@api/client/sessionEvents.ts';
import type { Sealed } from '@api/client/secrets.ts';
import type { ReplyOf } from '@api/contract/index.ts';

export interface IssuedCode {
  readonly userName: string;
  /** First and last name; the user name if not set. */
  readonly name: string;
  readonly ticket: Sealed<ReplyOf<'Mfa.RecoveryFor'>>;
}

const noCode = { code: null as IssuedCode | null };

const recoveryCodeSlice = createSlice({
  name: 'recoveryCode',
  initialState: noCode,
  reducers: {
    // The ticket itself, as a copy cannot be revealed.
    codeIssued: (_state, { payload }: PayloadAction<IssuedCode>) => ({ code: payload }),
    recoveryCodeClosed: () => noCode,
  },
  extraReducers: (build) => {
    build.addCase(sessionAbandoned, () => noCode).addCase(identityChanged, () => noCode);
  },
  selectors: { selectIssuedCode: ({ code }) => code },
});

export const { codeIssued, recoveryCodeClosed } = recoveryCodeSlice.actions;
export const { selectIssuedCode } = recoveryCodeSlice.selectors;
export { recoveryCodeSlice };

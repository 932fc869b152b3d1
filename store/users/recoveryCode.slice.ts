/** The recovery code that an administrator is reading to somebody: sealed, shown once, gone when it is closed. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { identityChanged, sessionGivenUp } from '@api/client/sessionEvents.ts';
import type { Sealed } from '@api/client/secrets.ts';
import type { ReplyOf } from '@api/contract/index.ts';

export interface IssuedCode {
  readonly userName: string;
  readonly ticket: Sealed<ReplyOf<'Mfa.RecoveryFor'>>;
}

const nobody = { code: null as IssuedCode | null };

const recoveryCodeSlice = createSlice({
  name: 'recoveryCode',
  initialState: nobody,
  reducers: {
    // The very ticket, as a copy opens nothing.
    codeIssued: (_state, { payload }: PayloadAction<IssuedCode>) => ({ code: payload }),
    codeRead: () => nobody,
  },
  extraReducers: (build) => {
    build.addCase(sessionGivenUp, () => nobody).addCase(identityChanged, () => nobody);
  },
  selectors: { selectIssuedCode: ({ code }) => code },
});

export const { codeIssued, codeRead } = recoveryCodeSlice.actions;
export const { selectIssuedCode } = recoveryCodeSlice.selectors;
export { recoveryCodeSlice };

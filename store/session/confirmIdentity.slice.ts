/**
 * Whether the "Confirm it's you" dialog is open. The dialog calls `confirmIdentity` with a sealed password or code, whose success
 * closes it and continues all waiting requests; or it dispatches `confirmIdentityCancelled`, and they fail.
 */
import { createSlice } from '@reduxjs/toolkit';
import {
  confirmIdentityCancelled,
  confirmIdentityRequired,
  identityConfirmed,
  sessionAbandoned,
} from '@api/client/sessionEvents.ts';

type ConfirmIdentity = { readonly kind: 'idle' } | { readonly kind: 'asked'; readonly operation: string };

const confirmIdentitySlice = createSlice({
  name: 'confirmIdentity',
  initialState: (): ConfirmIdentity => ({ kind: 'idle' }),
  reducers: {},
  extraReducers: (build) => {
    build
      .addCase(confirmIdentityRequired, (_state, { payload }): ConfirmIdentity => ({ kind: 'asked', ...payload }))
      .addMatcher(
        (action) => [identityConfirmed, confirmIdentityCancelled, sessionAbandoned].some(({ match }) => match(action)),
        (): ConfirmIdentity => ({ kind: 'idle' }),
      );
  },
  selectors: { selectIsIdentityAsked: (state) => state.kind === 'asked' },
});

export const { selectIsIdentityAsked } = confirmIdentitySlice.selectors;
export { confirmIdentitySlice };

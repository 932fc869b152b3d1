/** The signed-in user as last reported by the server. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { identityChanged, selfRead, sessionAbandoned, sessionResumed } from '@api/client/sessionEvents.ts';
import { loginApi } from '@api/client/login.api.ts';
import { displayName } from '@api/contract/displayName.ts';
import type { Person } from '@api/contract/person.ts';
import type { Self } from '@api/contract/users.shapes.ts';

export type SessionUser = Pick<Person, 'userName' | 'userId' | 'displayName' | 'roles'>;

export type Session =
  /** Not checked yet. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'anonymous' }
  /** Password accepted, MFA outstanding. */
  | { readonly kind: 'pending' }
  | {
      readonly kind: 'signedIn';
      readonly person: SessionUser;
      readonly self: Self | null;
      /** The session's end by this browser's clock, in milliseconds, as last read. */
      readonly endsAt: number | null;
      /** The warning that the session is about to end is shown. */
      readonly ending: boolean;
    }
  /** Ended over a page with unsaved changes: a dialog asks the same user to log in again. */
  | { readonly kind: 'ended'; readonly person: SessionUser }
  /** Logged out, here or in another tab, and navigating to the login page: further 401s are ignored. */
  | { readonly kind: 'left' };

const sessionUserOf = (self: Self): SessionUser => ({
  userName: self.userName,
  userId: self.userId,
  displayName: displayName(self),
  roles: self.roles,
});

const signedIn = (person: SessionUser): Session => ({ kind: 'signedIn', person, self: null, endsAt: null, ending: false });

const sessionSlice = createSlice({
  name: 'session',
  initialState: (): Session => ({ kind: 'unknown' }),
  reducers: {
    logOutRequested: () => undefined,
    stayRequested: () => undefined,
    sessionInterrupted: (session): Session => (session.kind === 'signedIn' ? { kind: 'ended', person: session.person } : session),
    sessionEnding: (session, { payload }: PayloadAction<boolean>) => {
      if (session.kind === 'signedIn') session.ending = payload;
    },
  },
  extraReducers: (build) => {
    build
      .addCase(selfRead, (session, { payload: { self, endsAt } }): Session => {
        if (session.kind === 'ended' || session.kind === 'left') return session;
        const ending = session.kind === 'signedIn' && session.ending;
        return { kind: 'signedIn', person: sessionUserOf(self), self, endsAt, ending };
      })
      .addCase(sessionResumed, (session): Session => (session.kind === 'ended' ? signedIn(session.person) : session))
      .addCase(sessionAbandoned, (): Session => ({ kind: 'left' }))
      .addCase(identityChanged, (session, { payload }): Session => {
        if (payload.by === 'logOut') return { kind: 'left' };
        return session.kind === 'ended' ? session : { kind: 'unknown' };
      })
      .addMatcher(loginApi.endpoints.checkLogin.matchFulfilled, (session, { payload }): Session => {
        if (session.kind === 'ended' || (session.kind === 'left' && payload.kind === 'anonymous')) return session;
        if (payload.kind !== 'signedIn') return { kind: payload.kind };
        const { userName, userId, displayName, roles } = payload;
        const known = session.kind === 'signedIn' && session.person.userId === userId;
        return known
          ? { ...session, person: { userName, userId, displayName, roles } }
          : signedIn({ userName, userId, displayName, roles });
      });
  },
  selectors: {
    selectSession: (session) => session,
    selectSelf: (session): Self | null => (session.kind === 'signedIn' ? session.self : null),
    selectPerson: (session): SessionUser | null =>
      session.kind === 'signedIn' || session.kind === 'ended' ? session.person : null,
    /** End of the session while the warning is shown; by this browser's clock, in milliseconds. */
    selectEndingAt: (session): number | null => (session.kind === 'signedIn' && session.ending ? session.endsAt : null),
    /** The dialog "Log in to continue" is open. */
    selectIsInterrupted: (session) => session.kind === 'ended',
  },
});

export const { logOutRequested, stayRequested, sessionInterrupted, sessionEnding } = sessionSlice.actions;
export const { selectSession, selectSelf, selectPerson, selectEndingAt, selectIsInterrupted } = sessionSlice.selectors;
export { sessionSlice };

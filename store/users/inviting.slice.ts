/** Invitations being created, with outcomes. Survives navigation: progress is found on return, nothing is sent twice. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { identityChanged, sessionAbandoned } from '@api/client/sessionEvents.ts';
import type { BodyOf } from '@api/contract/index.ts';
import type { Message } from '../notices/message.ts';

/** Shared by all users of one batch. */
export interface Invitation {
  readonly title?: string;
  readonly roles: readonly string[];
  readonly organisationPublicId?: string;
  readonly message?: string;
}

export type InviteOutcome =
  | { readonly kind: 'sent' }
  /** There was an open invitation before. */
  | { readonly kind: 'invited'; readonly userId: string }
  | { readonly kind: 'member'; readonly userName: string }
  /** The address belongs to a user whom the administrator may not see. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'failed'; readonly why: Message };

export interface Invitee {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Set once the invitation exists; only the mail is sent then. */
  readonly userId?: string;
  /** The response to an invitation was lost: if there is one for the address, it may be ours. */
  readonly mayBeInvited?: boolean;
  /** Null while unknown. */
  readonly outcome: InviteOutcome | null;
  /** Changes for a user invited before. */
  readonly corrections?: Corrections;
}

/** Changes since the last invitation only, so that changes by other administrators are kept. */
export interface Corrections {
  readonly details: Omit<BodyOf<'Users.Patch'>, 'version'>;
  readonly roles?: readonly string[];
}

interface Job {
  /** The user whose invitation is sent again; null for new users. */
  readonly about: string | null;
  readonly invitation: Invitation;
  readonly people: readonly Invitee[];
}

export type Inviting = { readonly kind: 'idle' } | ({ readonly kind: 'running' | 'finished' } & Job);

interface Payload extends Omit<Job, 'people'> {
  readonly people: readonly Omit<Invitee, 'outcome' | 'mayBeInvited'>[];
}

const stoppedOutcome: InviteOutcome = { kind: 'failed', why: { phrase: 'users:invite.stopped' } };

const withOutcome = (people: readonly Invitee[], matches: (person: Invitee) => boolean, outcome: InviteOutcome | null) =>
  people.map((person) => (matches(person) ? { ...person, outcome } : person));

const idle = (): Inviting => ({ kind: 'idle' });

const invitingSlice = createSlice({
  name: 'inviting',
  initialState: idle,
  reducers: {
    invitingRequested: (inviting, { payload }: PayloadAction<Payload>): Inviting =>
      inviting.kind === 'running'
        ? inviting
        : { kind: 'running', ...payload, people: payload.people.map((person) => ({ ...person, outcome: null })) },
    /** Retries the failed ones, each from the step that failed. */
    invitingRetried: (inviting): Inviting =>
      inviting.kind === 'finished'
        ? {
            ...inviting,
            kind: 'running',
            people: withOutcome(inviting.people, ({ outcome }) => outcome?.kind === 'failed', null),
          }
        : inviting,
    inviteeChanged: (
      inviting,
      { payload: { place, change } }: PayloadAction<{ readonly place: number; readonly change: Partial<Invitee> }>,
    ): Inviting =>
      inviting.kind === 'running'
        ? { ...inviting, people: inviting.people.map((person, index) => (index === place ? { ...person, ...change } : person)) }
        : inviting,
    /** Cancels pending requests; can be retried. */
    invitingStopped: (inviting) => inviting,
    invitingFinished: (inviting): Inviting =>
      inviting.kind === 'running'
        ? {
            ...inviting,
            kind: 'finished',
            people: withOutcome(inviting.people, ({ outcome }) => outcome === null, stoppedOutcome),
          }
        : inviting,
    /** The result was closed. */
    invitingClosed: idle,
  },
  extraReducers: (build) => {
    build
      .addCase(sessionAbandoned, idle)
      // Kept when the user logs in again over the page.
      .addCase(identityChanged, (inviting, { payload }) => (payload.by === 'logIn' ? inviting : idle()));
  },
  selectors: { selectInviting: (inviting): Inviting => inviting },
});

export const { invitingRequested, invitingRetried, inviteeChanged, invitingStopped, invitingFinished, invitingClosed } =
  invitingSlice.actions;
export const { selectInviting } = invitingSlice.selectors;
export { invitingSlice };

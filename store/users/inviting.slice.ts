/**
 * Inviting several people at once, each with what became of it. It lives on while one looks at other pages: who comes back finds
 * how far it has got, and nobody is invited twice.
 */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { identityChanged, sessionGivenUp } from '@api/client/sessionEvents.ts';
import type { BodyOf } from '@api/contract/index.ts';
import type { Message } from '../notices/message.ts';

/** What all who are invited together have in common. */
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
  /** The address belongs to somebody out of sight. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'failed'; readonly why: Message };

export interface Invitee {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Once the invitation is made; only its mail is to be sent then. */
  readonly userId?: string;
  /** An answer was lost: an invitation that is found there may be our own. */
  readonly unsure?: boolean;
  /** Null while nothing is known. */
  readonly outcome: InviteOutcome | null;
  /** For somebody invited before. */
  readonly corrections?: Corrections;
}

/** What was changed since the last invitation, and nothing else: the rest stays as others may have left it. */
export interface Corrections {
  readonly details: Omit<BodyOf<'Users.Patch'>, 'version'>;
  readonly roles?: readonly string[];
}

interface Job {
  /** Whose invitation is sent again; null for new people. */
  readonly about: string | null;
  readonly invitation: Invitation;
  readonly people: readonly Invitee[];
}

export type Inviting = { readonly kind: 'idle' } | ({ readonly kind: 'running' | 'finished' } & Job);

interface Payload extends Omit<Job, 'people'> {
  readonly people: readonly Omit<Invitee, 'outcome' | 'unsure'>[];
}

const stopped: InviteOutcome = { kind: 'failed', why: { phrase: 'users:invite.stopped' } };

const marked = (people: readonly Invitee[], fits: (person: Invitee) => boolean, outcome: InviteOutcome | null) =>
  people.map((person) => (fits(person) ? { ...person, outcome } : person));

const idle = (): Inviting => ({ kind: 'idle' });

const invitingSlice = createSlice({
  name: 'inviting',
  initialState: idle,
  reducers: {
    invitingRequested: (inviting, { payload }: PayloadAction<Payload>): Inviting =>
      inviting.kind === 'running'
        ? inviting
        : { kind: 'running', ...payload, people: payload.people.map((person) => ({ ...person, outcome: null })) },
    /** Those that failed, from where each of them stopped. */
    invitingRetried: (inviting): Inviting =>
      inviting.kind === 'finished'
        ? {
            ...inviting,
            kind: 'running',
            people: marked(inviting.people, ({ outcome }) => outcome?.kind === 'failed', null),
          }
        : inviting,
    inviteeChanged: (
      inviting,
      { payload: { place, change } }: PayloadAction<{ readonly place: number; readonly change: Partial<Invitee> }>,
    ): Inviting =>
      inviting.kind === 'running'
        ? { ...inviting, people: inviting.people.map((person, at) => (at === place ? { ...person, ...change } : person)) }
        : inviting,
    /** Asked to stop: what is under way is given up, and can be gone on with. */
    invitingStopped: (inviting) => inviting,
    invitingFinished: (inviting): Inviting =>
      inviting.kind === 'running'
        ? { ...inviting, kind: 'finished', people: marked(inviting.people, ({ outcome }) => outcome === null, stopped) }
        : inviting,
    /** The result was read. */
    invitingClosed: idle,
  },
  extraReducers: (build) => {
    build
      .addCase(sessionGivenUp, idle)
      // Who logs in again over the page goes on with it.
      .addCase(identityChanged, (inviting, { payload }) => (payload.by === 'logIn' ? inviting : idle()));
  },
  selectors: { selectInviting: (inviting): Inviting => inviting },
});

export const { invitingRequested, invitingRetried, inviteeChanged, invitingStopped, invitingFinished, invitingClosed } =
  invitingSlice.actions;
export const { selectInviting } = invitingSlice.selectors;
export { invitingSlice };

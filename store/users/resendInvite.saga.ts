/** Sends a new link to an invited user; the old one becomes invalid. */
import { createAction } from '@reduxjs/toolkit';
import { inviteApi } from '@api/client/invite.api.ts';
import type { Saga } from '../saga/effects.ts';
import { takeLeadingByKey } from '../saga/takeLeadingByKey.ts';
import { adminAction, successNotice } from './adminAction.saga.ts';

const { resendInvite } = inviteApi.endpoints;

export interface Invited {
  readonly userId: string;
  /** The email address, until they register. */
  readonly userName: string;
}

export const resendInviteRequested = createAction<Invited>('users/resendInviteRequested');

const inviteAgain = ({ userId, userName }: Invited): Saga =>
  adminAction({
    userName,
    question: {
      title: { phrase: 'users:resendInvite.title' },
      body: { phrase: 'users:resendInvite.body', values: { userName } },
      confirm: { phrase: 'users:resendInvite.confirm' },
      danger: false,
      reason: 'none',
    },
    call: () => resendInvite.initiate({ userId }),
    done: () => successNotice({ message: { phrase: 'users:resendInvite.done', values: { userName } } }),
  });

export const resendInviteSaga = (): Saga => takeLeadingByKey(resendInviteRequested, ({ userId }) => userId, inviteAgain);

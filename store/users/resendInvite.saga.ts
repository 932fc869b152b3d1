/** A new link for somebody who was invited; the old one is dead. */
import { createAction } from '@reduxjs/toolkit';
import { resendInvite } from '../aboutUsers.ts';
import type { Saga } from '../saga/effects.ts';
import { onIntent } from '../saga/intents.ts';
import { adminAction, told } from './adminAction.saga.ts';

export interface Invited {
  readonly userId: string;
  /** Under which the list knows them: the address, until they register. */
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
    done: () => told({ message: { phrase: 'users:resendInvite.done', values: { userName } } }),
  });

export const resendInviteSaga = (): Saga => onIntent(resendInviteRequested, ({ userId }) => userId, inviteAgain);

/** Taking an invitation back: the person is gone from the list, and their link is dead. */
import { createAction } from '@reduxjs/toolkit';
import { deleteInvite } from '../aboutUsers.ts';
import type { Saga } from '../saga/effects.ts';
import { onIntent } from '../saga/intents.ts';
import { adminAction, told } from './adminAction.saga.ts';
import type { Invited } from './resendInvite.saga.ts';

export const deleteInviteRequested = createAction<Invited>('users/deleteInviteRequested');

const withdraw = ({ userId, userName }: Invited): Saga =>
  adminAction({
    userName,
    question: {
      title: { phrase: 'users:deleteInvite.title' },
      body: { phrase: 'users:deleteInvite.body', values: { userName } },
      confirm: { phrase: 'users:deleteInvite.confirm' },
      danger: true,
      reason: 'none',
    },
    call: () => deleteInvite.initiate({ userId }),
    done: () => told({ message: { phrase: 'users:deleteInvite.done', values: { userName } } }),
  });

export const deleteInviteSaga = (): Saga => onIntent(deleteInviteRequested, ({ userId }) => userId, withdraw);

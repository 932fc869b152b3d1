/** Deletes an invitation: the user is removed from the list, and their link is invalid. */
import { createAction } from '@reduxjs/toolkit';
import { inviteApi } from '@api/client/invite.api.ts';
import type { Saga } from '../saga/effects.ts';
import { takeLeadingByKey } from '../saga/takeLeadingByKey.ts';
import { adminAction, successNotice } from './adminAction.saga.ts';
import type { Invited } from './resendInvite.saga.ts';

const { deleteInvite } = inviteApi.endpoints;

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
    done: () => successNotice({ message: { phrase: 'users:deleteInvite.done', values: { userName } } }),
  });

export const deleteInviteSaga = (): Saga => takeLeadingByKey(deleteInviteRequested, ({ userId }) => userId, withdraw);

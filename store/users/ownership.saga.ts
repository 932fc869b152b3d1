/**
 * Becoming the one who answers for an account. There is no "Undo": the server makes nobody an owner but the caller, so that only the
 * former owner, who is told by mail, can take it back.
 */
import { createAction } from '@reduxjs/toolkit';
import { usersApi } from '@api/client/users.api.ts';
import type { Saga } from '../saga/effects.ts';
import { onIntent } from '../saga/intents.ts';
import { adminAction, told } from './adminAction.saga.ts';

interface Wish {
  readonly userName: string;
  /** By display name; absent where nobody answers for the account. */
  readonly formerOwner?: string | undefined;
}

export const ownershipRequested = createAction<Wish>('users/ownershipRequested');

const takeOwnership = ({ userName, formerOwner }: Wish): Saga =>
  adminAction({
    userName,
    question: {
      title: { phrase: 'users:own.title' },
      body:
        formerOwner === undefined
          ? { phrase: 'users:own.body', values: { userName } }
          : { phrase: 'users:own.bodyFrom', values: { userName, owner: formerOwner } },
      confirm: { phrase: 'users:own.confirm' },
      danger: false,
      reason: 'none',
    },
    call: () => usersApi.endpoints.takeOwnership.initiate({ userName }),
    done: () => told({ message: { phrase: 'users:own.done', values: { userName } } }),
  });

export const ownershipSaga = (): Saga => onIntent(ownershipRequested, ({ userName }) => userName, takeOwnership);

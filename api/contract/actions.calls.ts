/** The calls of administrative actions on a user, without shapes. */
import { inviteCalls } from './invite.calls.ts';
import { mfaCalls } from './mfa.calls.ts';
import { rolesCalls } from './roles.calls.ts';
import { usersCalls } from './users.calls.ts';

export const actionCalls = { ...usersCalls, ...mfaCalls, ...rolesCalls, ...inviteCalls };
export type ActionCall = keyof typeof actionCalls;

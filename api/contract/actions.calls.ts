/** The calls of administrative actions on a user, without shapes. */
import { inviteCalls } from './invite.ts';
import { mfaCalls } from './mfa.ts';
import { rolesCalls } from './roles.ts';
import { usersCalls } from './users.ts';

export const actionCalls = { ...usersCalls, ...mfaCalls, ...rolesCalls, ...inviteCalls };
export type ActionCall = keyof typeof actionCalls;

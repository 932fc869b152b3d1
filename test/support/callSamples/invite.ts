/** Samples of invitations. */
import { randomBytes } from 'node:crypto';
import { plantLink } from '../credentials.ts';
import { NEW_PASSWORD } from '../recovery.ts';
import type { Scene, Samples, Stage } from './sample.ts';

const names = { firstName: 'Ada', lastName: 'Example' };

/** @returns the token of a link as sent by mail */
export async function createLink(
  { site }: Pick<Stage, 'site'>,
  purpose: 'invite' | 'confirmEmail' | 'cancelEmail' | 'recovery',
  userId: string,
): Promise<{ userId: string; token: string }> {
  const token = randomBytes(32).toString('base64url');
  await plantLink(site, userId, purpose, token);
  return { userId, token };
}

const invitation = ({ fresh }: Scene) => ({ body: { ...names, email: `new.${fresh}@example.com`, roles: ['Member'] } });
const invite = async (stage: Stage) => ({ userId: (await stage.subadmin.ok('Invite.CreateUser', invitation(stage))).userId });
const link = async (stage: Stage) => createLink(stage, 'invite', (await invite(stage)).userId);

export const inviteSamples = {
  'Invite.CreateUser': { sends: invitation },
  'Invite.SendEmail': {
    sends: ({ unknownId }) => ({ body: { userIds: [unknownId] } }),
    prepare: async (stage) => ({ body: { userIds: [(await invite(stage)).userId] } }),
  },
  'Invite.Resend': { sends: ({ invitedId }) => ({ userId: invitedId }), prepare: invite },
  'Invite.Delete': { prepare: invite },
  'Invite.View': { sends: ({ invitedId }) => ({ userId: invitedId, token: 'not-the-token' }) },
  'Invite.Receive': {
    sends: ({ invitedId }) => ({ body: { userId: invitedId, token: 'not-the-token' } }),
    prepare: async (stage) => ({ body: await link(stage) }),
  },
  'Invite.Accept': {
    sends: ({ invitedId, fresh }) => ({
      userId: invitedId,
      body: { ...names, userName: `taker_${fresh}`, password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD },
    }),
    async prepare(stage) {
      const body = await link(stage);
      await stage.guest.ok('Invite.Receive', { body });
      return { userId: body.userId };
    },
  },
} satisfies Partial<Samples>;

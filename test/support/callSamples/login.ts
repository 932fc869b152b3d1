/** Samples of logging in, of one's password, and of links with identity providers. */
import { linkIdentity } from '../sso.ts';
import { identities } from '../identities.ts';
import { last } from '../facts.ts';
import { DEMO_PASSWORD } from '../logInAs.ts';
import { NEW_PASSWORD } from '../recovery.ts';
import { connectionOf, ISSUER } from './connections.ts';
import type { Samples } from './sample.ts';

const passwords = (currentPassword: string) => ({
  body: { currentPassword, newPassword: NEW_PASSWORD, confirmPassword: NEW_PASSWORD },
});

export const loginSamples = {
  'Login.Login': {
    sends: ({ fresh }) => ({ body: { userName: `nobody_${fresh}`, password: 'Wrong-pass-1' } }),
    prepare: ({ member: { userName } }) => ({ body: { userName, password: DEMO_PASSWORD } }),
  },
  'Login.ApplicationHome': { sends: { applicationName: 'Gatehouse' } },
  'Login.ForgotPassword': {
    sends: ({ fresh }) => ({ body: { userNameOrEmail: `nobody_${fresh}` } }),
    prepare: ({ member }) => ({ body: { userNameOrEmail: member.userName } }),
  },
  'Login.ForgotUsername': {
    sends: ({ fresh }) => ({ body: { email: `nobody_${fresh}@example.com` } }),
    prepare: ({ member }) => ({ body: { email: member.email } }),
  },
  'Login.ConfirmIdentity': { sends: { body: { password: DEMO_PASSWORD } }, by: 'own' },
  'Login.Discover': { sends: { body: { email: 'nobody@nowhere.example' } } },

  'ChangeDetails.ChangePassword': { sends: passwords('Wrong-pass-1'), prepare: () => passwords(DEMO_PASSWORD) },

  'Security.Link': {
    prepare: async (stage) => ({ connectionId: await connectionOf(stage, { isEnabled: true }) }),
  },
  'Security.Unlink': {
    async prepare(stage) {
      const { userId } = stage.member;
      const connectionId = await connectionOf(stage, { isEnabled: true });
      await linkIdentity(stage.site, { connectionId, issuer: ISSUER, sub: stage.fresh, userId });
      return { identityId: (await last(identities(stage.site, { userId }))).identityId };
    },
  },
} satisfies Partial<Samples>;

/** Samples of second factors. */
import { addPasskey, createAuthenticator } from '../authenticator.ts';
import { requireMfa } from '../changeUser.ts';
import { rememberBrowser } from '../credentials.ts';
import { totp } from '../logInAs.ts';
import { enrol, pendingMfaSession, resetUsedCodes } from '../mfa.ts';
import type { Samples, Stage } from './sample.ts';

const noCredential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} } as const;

async function enrolled({ site, member, own }: Stage) {
  const found = await enrol(await own());
  await resetUsedCodes(site, member.userName);
  return found;
}
const passkey = async ({ own }: Stage) => ({ passkeyId: (await addPasskey(await own())).passkeyId });
const pending = ({ site, member }: Stage) => pendingMfaSession(site, member.userName);

export const mfaSamples = {
  'Mfa.Enable': {
    sends: { body: { code: '000000' } },
    prepare: async ({ own }) => ({ body: { code: totp((await (await own()).ok('Mfa.BeginEnable')).sharedKey) } }),
  },
  'Mfa.Require': { sends: { body: { required: false } }, prepare: () => ({ body: { required: true } }) },
  'Mfa.Disable': { before: enrolled },
  'Mfa.Login': {
    sends: { body: { code: '000000' } },
    prepare: async (stage) => ({ body: { code: totp((await enrolled(stage)).key) } }),
    by: pending,
  },
  'Mfa.RecoveryCode': {
    sends: { body: { code: 'AAAA-AAAA-AAAA-AAAA' } },
    prepare: async (stage) => ({ body: { code: (await enrolled(stage)).recoveryCodes[0]! } }),
    by: pending,
  },
  'Mfa.Recovery': { before: enrolled },
  'Mfa.RecoveryFor': { before: enrolled },
  'Mfa.OrganizationDefaultReset': {
    sends: { body: { userIds: [] } },
    async prepare({ site, member: { userId } }) {
      await requireMfa(site, userId);
      return { body: { userIds: [userId] } };
    },
  },
  'Mfa.ForgetBrowsers': { before: ({ site, member }) => rememberBrowser(site, member.userId) },

  'Passkeys.Create': {
    sends: {
      body: { name: 'Phone', response: { ...noCredential, response: { clientDataJSON: 'e30', attestationObject: 'oA' } } },
    },
    async prepare({ own }) {
      const client = await own();
      const response = createAuthenticator({ origin: client.url }).create(await client.ok('Passkeys.RegistrationOptions'));
      return { body: { name: 'Phone', response } };
    },
  },
  'Passkeys.Rename': { sends: { body: { name: 'Phone' } }, prepare: passkey },
  'Passkeys.Delete': { prepare: passkey },
  'Passkeys.Login': {
    sends: {
      body: { response: { ...noCredential, response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' } } },
    },
    async prepare({ guest, own }) {
      const phone = await addPasskey(await own());
      return { body: { response: phone.get(await guest.ok('Passkeys.LoginOptions')) } };
    },
  },
} satisfies Partial<Samples>;

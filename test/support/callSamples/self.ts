/** Samples of what users do about themselves: preferences, sessions and API keys. */
import { logInAs } from '../logInAs.ts';
import type { Samples, Stage } from './sample.ts';

/** A key that the member has. */
export async function heldKey({ own, fresh }: Stage): Promise<{ name: string }> {
  const name = `held ${fresh}`;
  await (await own()).ok('ApiKey.Create', { name });
  return { name };
}

const sessionElsewhere = async ({ site, member, own }: Stage) => {
  const client = await own();
  await logInAs(site, member.userName);
  const other = (await client.ok('Users.Sessions')).find(({ current }) => !current);
  return { sessionId: other!.sessionId };
};

export const selfSamples = {
  'Users.SetEmailPreferences': {
    sends: { body: { securityAlerts: true, auditDigest: false, productNews: false } },
    prepare: () => ({ body: { securityAlerts: true, auditDigest: true, productNews: true } }),
  },
  'Users.SetFontSize': { sends: { fontSize: 'default' }, prepare: () => ({ fontSize: 'compact' }) },
  'Users.EndSession': { prepare: sessionElsewhere },
  'Users.EndOtherSessions': { before: sessionElsewhere },

  'ApiKey.Create': { sends: ({ fresh }) => ({ name: `key ${fresh}` }) },
  'ApiKey.Delete': { sends: ({ fresh }) => ({ name: `no key ${fresh}` }), prepare: heldKey },
  'ApiKey.CreateClaims': {
    sends: ({ fresh }) => ({ body: { name: `no key ${fresh}`, claims: [] } }),
    prepare: async (stage) => ({ body: { ...(await heldKey(stage)), claims: [] } }),
  },
} satisfies Partial<Samples>;

/** Samples of what an organisation is connected to: directories, proven domains, identity providers. */
import { giveAuthenticator, loggedInNow } from '../changeUser.ts';
import { addGroup } from '../directories.ts';
import { enableConnection, usedLinks } from '../identities.ts';
import { foreignKey, metadataOf } from '../samlAuthority.ts';
import { linkIdentity, newMember } from '../sso.ts';
import type { Samples, Stage } from './sample.ts';

export const ISSUER = 'https://10.0.0.1';

const provider = { vendor: 'other', issuer: ISSUER, clientId: 'x', clientSecret: 'x' } as const;
const samlProvider = { vendor: 'other', kind: 'saml', metadata: metadataOf() } as const;

/** A connection with a provider that never answers. */
export async function connectionOf(
  { site, subadmin, harbourId, fresh }: Stage,
  { isEnabled = false, settings = provider }: { isEnabled?: boolean; settings?: typeof provider | typeof samlProvider } = {},
): Promise<string> {
  const body = { ...settings, name: `Provider ${fresh}` };
  const { connectionId } = await subadmin.ok('Connections.Create', { organisationPublicId: harbourId, body });
  if (isEnabled) await enableConnection(site, connectionId);
  return connectionId;
}
const connected = async (stage: Stage) => ({ connectionId: await connectionOf(stage) });

/** An account that passes by the provider. */
async function keepAccount({ site, harbourId }: Stage): Promise<void> {
  const { userId } = await newMember(site);
  await giveAuthenticator(site, userId);
  await loggedInNow(site, userId);
  await site.database.query(
    `INSERT INTO break_glass_accounts (user_id, organisation_id, added_at) VALUES ($1, $2, now() - interval '1 day')`,
    [userId, harbourId],
  );
}

const inOneDay = () => new Date(Date.now() + 86_400_000).toISOString();

const addDomain = async ({ subadmin, harbourId, fresh }: Stage) => {
  const { domainId } = await subadmin.ok('Domains.Add', {
    organisationPublicId: harbourId,
    body: { domain: `${fresh}.invalid` },
  });
  return { domainId };
};

export const connectionsSamples = {
  'Provisioning.NewKey': {
    // The end of the key is past.
    sends: { body: { name: 'Directory', expiresAt: '2020-01-01T00:00:00.000Z' } },
    prepare: ({ fresh }) => ({ body: { name: `Directory ${fresh}`, expiresAt: inOneDay() } }),
  },
  'Provisioning.RevokeKey': {
    async prepare({ subadmin, harbourId, fresh }) {
      const body = { name: `Directory ${fresh}`, expiresAt: inOneDay() };
      return { keyId: (await subadmin.ok('Provisioning.NewKey', { organisationPublicId: harbourId, body })).keyId };
    },
  },
  'Provisioning.MapPreview': { sends: { roles: [] } },
  'Provisioning.MapGroup': {
    sends: { body: { roles: [] } },
    prepare: async ({ site, harbourId, fresh }) => ({
      groupId: await addGroup(site, harbourId, `Clerks ${fresh}`),
      body: { roles: ['Member'] },
    }),
  },
  'Provisioning.AdoptPreview': { sends: { knownBy: 'email' } },
  'Provisioning.Adopt': {
    sends: ({ unknownId }) => ({ organisationPublicId: unknownId, body: { knownBy: 'email' } }),
    prepare({ subadmin, harbourId, afterwards }) {
      afterwards(() => subadmin.call('Provisioning.Release', { organisationPublicId: harbourId }));
      return { organisationPublicId: harbourId };
    },
  },
  'Provisioning.Release': {
    before: ({ subadmin, harbourId }) =>
      subadmin.ok('Provisioning.Adopt', { organisationPublicId: harbourId, body: { knownBy: 'email' } }),
  },

  'Domains.Add': { sends: ({ fresh }) => ({ body: { domain: `x${fresh}.example` } }) },
  'Domains.Verify': { prepare: addDomain },
  'Domains.Delete': { prepare: addDomain },

  'Connections.Create': { sends: ({ fresh }) => ({ body: { name: `Provider ${fresh}`, vendor: 'other' } }) },
  'Connections.Update': { sends: { body: { name: 'Other' } }, prepare: connected },
  'Connections.Enable': { sends: { enabled: true }, prepare: connected },
  'Connections.Delete': { prepare: connected },
  'Connections.Test': { prepare: connected },
  'Connections.RefreshMetadata': { prepare: connected },
  'Connections.ReplaceMetadata': {
    sends: { body: { metadata: '<x/>' } },
    prepare: async (stage) => ({
      connectionId: await connectionOf(stage, { isEnabled: true, settings: samlProvider }),
      body: { metadata: metadataOf([foreignKey]) },
    }),
  },
  'Connections.RemoveLink': {
    sends: { userName: 'nobody_here' },
    async prepare(stage) {
      const { userId, userName } = stage.member;
      const connectionId = await connectionOf(stage);
      await linkIdentity(stage.site, { connectionId, issuer: ISSUER, sub: stage.fresh, userId });
      return { connectionId, userName };
    },
  },
  'Connections.SetRequired': {
    sends: { required: true },
    async prepare(stage) {
      const { site, member, subadmin, harbourId, fresh, afterwards } = stage;
      const connectionId = await connectionOf(stage, { isEnabled: true });
      await linkIdentity(site, { connectionId, issuer: ISSUER, sub: fresh, userId: member.userId });
      await usedLinks(site, member.userId);
      for (const _ of [1, 2]) await keepAccount(stage);
      afterwards(() => subadmin.call('Connections.SetRequired', { organisationPublicId: harbourId, required: false }));
      return {};
    },
  },
  'Connections.SetBreakGlass': {
    sends: ({ unknownId }) => ({ userId: unknownId, kept: true }),
    async prepare({ site, member: { userId } }) {
      await giveAuthenticator(site, userId);
      return { userId };
    },
  },
} satisfies Partial<Samples>;

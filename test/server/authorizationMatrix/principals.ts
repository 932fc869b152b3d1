/** The kinds of callers in the authorization matrix, and how each is created. */
import { logInAs } from '../../support/logInAs.ts';
import { createClient, type Client } from '../../support/client.ts';

export const principals = [
  'anonymous',
  'pending',
  'member',
  'subscriberAdmin',
  'otherSubscriberAdmin',
  'systemAdmin',
  'apiKey',
  'impersonated',
  'systemAdminOnly',
  'support',
] as const;
export type PrincipalName = (typeof principals)[number];

interface Site {
  readonly url: string;
}

/** Creates a caller of the given kind, with a session of its own each time. */
export const become: Readonly<Record<PrincipalName, (site: Site) => Promise<Client>>> = {
  anonymous: (site) => Promise.resolve(createClient(site)),
  async pending(site) {
    const client = createClient(site);
    await client.ok('Login.Login', { body: { userName: 'mfa_user', password: 'Demo-pass-1' } });
    return client;
  },
  member: (site) => logInAs(site, 'ordinary'),
  subscriberAdmin: (site) => logInAs(site, 'subadmin'),
  otherSubscriberAdmin: (site) => logInAs(site, 'second_sub'),
  systemAdmin: (site) => logInAs(site, 'sysadmin'),
  apiKey: keyOfSubscriberAdmin,
  async impersonated(site) {
    const client = await logInAs(site, 'sysadmin');
    await client.ok('Users.Impersonate', { userName: 'ordinary' });
    return client;
  },
  systemAdminOnly: (site) => logInAs(site, 'system_only'),
  support: (site) => logInAs(site, 'support_user'),
};

let keys = 0;

/** An API key of the subscriber administrator, with every claim its owner may grant. */
async function keyOfSubscriberAdmin(site: Site): Promise<Client> {
  const owner = await logInAs(site, 'subadmin');
  keys += 1;
  const name = `matrix ${String(keys)}`;
  const { key } = await owner.ok('ApiKey.Create', { name });
  const { grantableClaims } = await owner.ok('ApiKey.OpenAccess');
  const claims = grantableClaims.map(({ value }) => ({ type: 'call' as const, value }));
  await owner.ok('ApiKey.CreateClaims', { body: { name, claims } });
  return createClient(site, { headers: { authorization: `Bearer ${key}` } });
}

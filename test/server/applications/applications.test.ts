/** Applications as administrators and users see them: what is counted, what a user withdraws, and what is deleted. */
import { logInAs } from '../../support/logInAs.ts';
import { createClient, type Client } from '../../support/client.ts';
import {
  application,
  authorize,
  follow,
  pkce,
  refresh,
  register,
  requestOf,
  signIn,
  userinfo,
  type Registered,
} from '../../support/oidc.ts';
import { useServer } from '../../support/useServer.ts';
import { auditEvents } from '../../support/auditEvents.ts';
import { giveConsent } from '../../support/credentials.ts';

const site = useServer({
  env: {
    LIMIT_LOGINS_PER_ADDRESS: '10000',
    APPLICATIONS: '[{"name":"Portal","displayName":"The portal","url":"https://portal.example/"}]',
  },
});

const listed = async ({ id }: Registered) =>
  (await (await logInAs(site, 'sysadmin')).ok('Applications.List')).find(({ applicationId }) => applicationId === id);

/** In place of the consent page, which oidc/signIn.test.ts tests. */
const consent = (wiki: Registered, userName: string) =>
  giveConsent(site, userName, wiki.id, 'openid', 'profile', 'email', 'roles', 'organisation');

test('sign-ins are counted by day, together with the event, and the day and time are shown', async () => {
  const wiki = await register(site);
  expect(await listed(wiki)).toMatchObject({ lastUsedAt: null, signInsPerDay: [] });
  // They log in one after the other: on a busy machine concurrent logins may be refused.
  const browsers: Client[] = [];
  while (browsers.length < 6) browsers.push(await logInAs(site, 'ordinary'));
  await Promise.all(browsers.map((browser) => signIn(browser, wiki)));
  // The same login again is no further sign-in.
  await signIn(browsers[0]!, wiki, { prompt: 'none' });
  const shown = await listed(wiki);
  const { events, at } = await site.database.row<{ events: number; at: Date }>(
    `SELECT count(*)::int AS events, max(at) AS at FROM audit_events WHERE action = 'Applications.SignIn' AND target = $1`,
    [wiki.name],
  );
  expect(events).toBe(6);
  expect(shown?.signInsPerDay.reduce((sum, { signIns }) => sum + signIns, 0)).toBe(6);
  expect(shown?.lastUsedAt).toBe(at.toISOString());
  expect(shown?.signInsPerDay.at(-1)?.day).toBe(at.toISOString().slice(0, 10));

  await site.database.query(`UPDATE application_days SET day = day - 40 WHERE application_id = $1`, [wiki.id]);
  expect((await listed(wiki))?.signInsPerDay).toEqual([]);
});

test('a sign-in that can’t be recorded fails, without a grant or a count', async () => {
  const wiki = await register(site);
  await site.database.query(`ALTER TABLE application_days ADD CONSTRAINT broken CHECK (application_id <> '${wiki.id}')`);
  const browser = await logInAs(site, 'ordinary');
  expect((await follow(browser, requestOf(wiki, pkce()))).answer.status).toBe(500);
  await site.database.query('ALTER TABLE application_days DROP CONSTRAINT broken');
  for (const table of ['oidc_grants', 'application_users'])
    expect(await site.database.query(`SELECT FROM ${table} WHERE application_id = $1`, [wiki.id])).toEqual([]);
  expect(await auditEvents(site, { target: wiki.name, action: 'Applications.SignIn' })).toEqual([]);
  expect((await signIn(browser, wiki)).status).toBe(200);
});

test('users see the applications they may use, their last use, and their consents', async () => {
  const [wiki, foreign] = [await register(site), await register(site, { own: false })];
  await consent(foreign, 'support_user');
  const browser = await logInAs(site, 'support_user');
  await signIn(browser, wiki);
  const own = await browser.ok('Applications.Own');
  const of = (name: string) => own.find(({ applicationName }) => applicationName === name);
  expect(of('Portal')).toEqual({
    applicationId: null,
    applicationName: 'Portal',
    displayName: 'The portal',
    url: 'https://portal.example/',
    lastUsedAt: null,
    consent: null,
  });
  expect(of(wiki.name)).toMatchObject({ applicationId: wiki.id, consent: null, lastUsedAt: (await listed(wiki))?.lastUsedAt });
  expect(of(foreign.name)).toMatchObject({
    lastUsedAt: null,
    consent: { scopes: ['openid', 'profile', 'email', 'roles', 'organisation'] },
  });
  const others = await (await logInAs(site, 'ordinary')).ok('Applications.Own');
  expect(others.find(({ applicationId }) => applicationId === foreign.id)).toMatchObject({ consent: null, lastUsedAt: null });
});

test('a user who withdraws a consent is logged out of the application in every browser, and asked again; others stay', async () => {
  const wiki = await register(site, { own: false });
  for (const name of ['ordinary', 'support_user']) await consent(wiki, name);
  const [here, there, other] = [
    await logInAs(site, 'ordinary'),
    await logInAs(site, 'ordinary'),
    await logInAs(site, 'support_user'),
  ];
  const tokens = await Promise.all([here, there].map((browser) => signIn(browser, wiki)));
  const kept = await signIn(other, wiki);
  await here.ok('Applications.Withdraw', { applicationId: wiki.id });
  for (const { refresh_token: token, access_token: access } of tokens) {
    expect((await refresh(site, wiki, token)).status).toBe(400);
    expect((await userinfo(site, access)).status).toBe(401);
  }
  expect(await authorize(here, requestOf(wiki, pkce(), { prompt: 'none' }))).toMatchObject({ error: 'consent_required' });
  expect((await refresh(site, wiki, kept.refresh_token)).status).toBe(200);
  // There is nothing more to withdraw, and the reply does not distinguish an unknown application from a known one.
  const again = await here.call('Applications.Withdraw', { applicationId: wiki.id });
  const unknown = await here.call('Applications.Withdraw', { applicationId: crypto.randomUUID() });
  expect([again.status, unknown.status]).toEqual([404, 404]);
});

test('a name is taken once, in any case, and never that of an application of the configuration', async () => {
  const [wiki, other] = [await register(site), await register(site)];
  const sysadmin = await logInAs(site, 'sysadmin');
  const taken = { status: 409, problem: { code: 'ApplicationTaken', fields: { applicationName: expect.any(String) as string } } };
  for (const applicationName of [wiki.name, wiki.name.toUpperCase(), 'gatehouse', 'Gatehouse LS', 'portal']) {
    const body = application('twice', { applicationName });
    expect(await sysadmin.call('Applications.Register', { body })).toMatchObject(taken);
    expect(await sysadmin.call('Applications.Update', { applicationId: other.id, body })).toMatchObject(taken);
  }
});

test('a deleted application has no tokens, no tile and no login any more, and its name is free', async () => {
  const wiki = await register(site);
  const browser = await logInAs(site, 'ordinary');
  const tokens = await signIn(browser, wiki);
  const sysadmin = await logInAs(site, 'sysadmin');
  await sysadmin.ok('Applications.Delete', { applicationId: wiki.id });
  expect((await refresh(site, wiki, tokens.refresh_token)).status).toBe(401);
  expect((await userinfo(site, tokens.access_token)).status).toBe(401);
  expect((await createClient(site).raw(requestOf(wiki, pkce()), { bare: true })).status).toBe(400);
  expect(await browser.ok('Applications.Own')).not.toContainEqual(expect.objectContaining({ applicationName: wiki.name }));
  expect((await sysadmin.call('Applications.Delete', { applicationId: wiki.id })).status).toBe(404);
  expect(await register(site, { applicationName: wiki.name })).toMatchObject({ name: wiki.name });
});

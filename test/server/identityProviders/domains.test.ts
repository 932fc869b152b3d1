/** An organisation proves its domains by DNS, and keeps, loses and disputes them. */
import { checkDomains } from '../../../server/identityProviders/domains/daily.ts';
import { dnsResolver } from '../../../server/identityProviders/domains/dns.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { startDns, type DnsServer } from '../../support/dns.ts';
import type { Client } from '../../support/client.ts';
import { logInAs } from '../../support/logInAs.ts';
import { awaitMail } from '../../support/mails.ts';
import { openTestPool } from '../../support/openTestPool.ts';
import { organisationIdOf } from '../../support/organisations.ts';
import { queuedMails } from '../../support/queuedMails.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const DAY_MS = 86_400_000;

let site: TestServer;
let dns: DnsServer;
let subadmin: Client;
let sysadmin: Client;
const organisations = { harbour: '', northgate: '' };

beforeAll(async () => {
  dns = await startDns();
  site = await startServer({ env: { DNS_SERVERS: dns.address } });
  subadmin = await logInAs(site, 'subadmin');
  sysadmin = await logInAs(site, 'sysadmin');
  organisations.harbour = await organisationIdOf(site, 'Harbour Mutual');
  organisations.northgate = await organisationIdOf(site, 'Northgate Portfolio');
});

afterAll(async () => {
  await site.stop();
  dns.close();
});

async function claim(domain: string, { by = subadmin, organisation = organisations.harbour } = {}) {
  const params = { organisationPublicId: organisation };
  const added = await by.ok('Domains.Add', { ...params, body: { domain } });
  const { record, domainId } = added;
  return {
    ...added,
    publish: (name = record.name) => dns.records.set(name, ['v=spf1 -all', record.value]),
    verify: () => by.ok('Domains.Verify', { ...params, domainId }),
    now: async () => (await by.ok('Domains.List', params)).find((each) => each.domainId === domainId)!,
    remove: () => by.ok('Domains.Delete', { ...params, domainId }),
  };
}

/** Runs the daily job, so many days from now. */
async function checkIn(days: number): Promise<void> {
  const db = openDatabase(openTestPool(site.database.url, 1));
  try {
    await checkDomains(db, dnsResolver({ DNS_SERVERS: [dns.address] }), new Date(Date.now() + days * DAY_MS));
  } finally {
    await db.destroy();
  }
}

const told = (domain: string, what: RegExp) => awaitMail(site, ({ subject }) => subject.includes(domain) && what.test(subject));

/** The number of queued mails, which are not due yet. */
const queued = async (template: string, domain: string): Promise<number> =>
  (await queuedMails(site, { template, data: { domain } })).length;

const actionsOn = async (domain: string): Promise<string[]> =>
  (
    await site.database.query<{ action: string }>(
      `SELECT action FROM audit_events WHERE target = $1 AND action <> 'Domains.Verify' ORDER BY at, action`,
      [domain],
    )
  ).map(({ action }) => action);

test('A domain is proven by a TXT record, and its administrators are notified', async () => {
  const domain = await claim('harbour.example');
  expect(domain).toMatchObject({ state: 'unproven', record: { name: '_gatehouse.harbour.example' }, found: null });
  expect(await domain.verify()).toMatchObject({
    state: 'unproven',
    found: { result: 'absent', looked: [{ name: '_gatehouse.harbour.example', values: [], error: null }] },
  });
  domain.publish();
  expect(await domain.verify()).toMatchObject({
    state: 'verified',
    found: { result: 'found', looked: [{ values: ['v=spf1 -all', domain.record.value] }] },
  });
  await told('harbour.example', /belongs to/);
  expect(await actionsOn('harbour.example')).toEqual(['Domains.Add', 'Domains.Prove']);
  await domain.remove();
});

test('It is one domain in every spelling, and claimed once', async () => {
  const domain = await claim('MÜNCHEN.example');
  expect(domain).toMatchObject({ domain: 'münchen.example', record: { name: '_gatehouse.xn--mnchen-3ya.example' } });
  const again = (text: string) =>
    subadmin.call('Domains.Add', { organisationPublicId: organisations.harbour, body: { domain: text } });
  expect(await again('xn--mnchen-3ya.example')).toMatchObject({ status: 409, problem: { code: 'DomainTaken' } });
  expect(await again('@münchen.example')).toMatchObject({ status: 409 });
  expect(await again('localhost')).toMatchObject({ status: 400 });
  expect(await again('192.0.2.1')).toMatchObject({ status: 400 });
  await domain.remove();
});

test('An organisation claims fifty domains at most', async () => {
  const organisation = organisations.northgate;
  const add = (domain: string) => sysadmin.call('Domains.Add', { organisationPublicId: organisation, body: { domain } });
  await site.database.query(
    `INSERT INTO domains (domain_id, organisation_id, name, token, created_at)
     SELECT gen_random_uuid(), $1, 'many' || n || '.example', 'token', now() FROM generate_series(1, 49) n`,
    [organisation],
  );
  expect((await add('fiftieth.example')).status).toBe(201);
  expect(await add('one-more.example')).toMatchObject({ status: 409, problem: { code: 'TooManyDomains' } });
  await site.database.query('DELETE FROM domains WHERE organisation_id = $1', [organisation]);
});

test('The check reports which value is where: another value, the zone twice, the domain itself, or that DNS fails', async () => {
  const domain = await claim('places.example');
  dns.records.set('_gatehouse.places.example', ['gatehouse-domain-verification=of-another']);
  expect((await domain.verify()).found).toMatchObject({ result: 'otherValue' });
  dns.records.delete('_gatehouse.places.example');
  domain.publish('_gatehouse.places.example.places.example');
  expect((await domain.verify()).found).toMatchObject({
    result: 'doubledZone',
    looked: [{ name: '_gatehouse.places.example' }, { name: '_gatehouse.places.example.places.example' }],
  });
  dns.records.delete('_gatehouse.places.example.places.example');
  domain.publish('places.example');
  expect((await domain.verify()).found).toMatchObject({ result: 'atDomain' });
  dns.records.set('_gatehouse.places.example', 'fails');
  expect(await domain.verify()).toMatchObject({
    state: 'unproven',
    found: { result: 'noAnswer', looked: [{ error: 'SERVFAIL' }] },
  });
  await domain.remove();
});

test('A proof that is gone for a week freezes the domain; an error of DNS is no absence; its return thaws it', async () => {
  const domain = await claim('absent.example');
  domain.publish();
  await domain.verify();
  dns.records.set(domain.record.name, 'fails');
  await checkIn(2);
  await checkIn(20);
  expect(await domain.now()).toMatchObject({ state: 'verified', until: null, found: { result: 'noAnswer' } });
  dns.records.delete(domain.record.name);
  await checkIn(21.5);
  expect(await domain.now()).toMatchObject({ state: 'verified', until: expect.any(String) as string });
  await checkIn(27);
  expect((await domain.now()).state).toBe('verified');
  await checkIn(28.6);
  expect((await domain.now()).state).toBe('frozen');
  expect(await queued('domainFrozen', 'absent.example')).toBeGreaterThan(0);
  expect((await subadmin.ok('Overview.Read')).domains).toMatchObject([{ domain: 'absent.example', state: 'frozen' }]);
  domain.publish();
  await checkIn(30);
  expect((await domain.now()).state).toBe('verified');
  expect(await actionsOn('absent.example')).toEqual(['Domains.Add', 'Domains.Prove', 'Domains.Freeze', 'Domains.Thaw']);
  await domain.remove();
});

test('A rival’s proof freezes the domain and alerts its holder; it moves after a week, if the holder’s proof is gone', async () => {
  const held = await claim('rival.example');
  held.publish();
  await held.verify();
  const rival = await claim('rival.example', { by: sysadmin, organisation: organisations.northgate });
  expect(await rival.verify()).toMatchObject({ state: 'unproven', found: { result: 'otherValue' } });
  dns.records.set(held.record.name, [held.record.value, rival.record.value]);
  expect((await rival.verify()).state).toBe('waiting');
  expect((await held.now()).state).toBe('contested');
  await told('rival.example', /Another organisation has proven/);
  // Both proofs are there: those who set them have to decide.
  for (const days of [2, 4, 9]) await checkIn(days);
  expect([(await held.now()).state, (await rival.now()).state]).toEqual(['contested', 'waiting']);
  dns.records.set(held.record.name, [rival.record.value]);
  await checkIn(10.5);
  await checkIn(12);
  expect([(await held.now()).state, (await rival.now()).state]).toEqual(['unproven', 'verified']);
  expect(await queued('domainLost', 'rival.example')).toBeGreaterThan(0);
  await held.remove();
  await rival.remove();
});

test('A rival who gives up, or whose proof is gone, contests nothing', async () => {
  const held = await claim('settled.example');
  held.publish();
  await held.verify();
  const rival = await claim('settled.example', { by: sysadmin, organisation: organisations.northgate });
  dns.records.set(held.record.name, [held.record.value, rival.record.value]);
  await rival.verify();
  held.publish();
  await rival.verify();
  expect([(await held.now()).state, (await rival.now()).state]).toEqual(['verified', 'unproven']);
  dns.records.set(held.record.name, [held.record.value, rival.record.value]);
  await rival.verify();
  expect((await held.now()).state).toBe('contested');
  await rival.remove();
  expect((await held.now()).state).toBe('verified');
  await held.remove();
});

test('Two who prove one domain at the same moment: one has it, the other waits', async () => {
  const first = await claim('race.example');
  const second = await claim('race.example', { by: sysadmin, organisation: organisations.northgate });
  dns.records.set(first.record.name, [first.record.value, second.record.value]);
  await Promise.all([first.verify(), second.verify(), first.verify(), second.verify()]);
  expect([(await first.now()).state, (await second.now()).state].sort()).toEqual(['contested', 'waiting']);
  await first.remove();
  await second.remove();
});

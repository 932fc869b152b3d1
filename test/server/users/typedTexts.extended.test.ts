/**
 * Names, addresses and searches as users type and paste them: both spellings of a domain, invisible characters, other apostrophes.
 */
import type { BodyOf } from '../../../api/contract/index.ts';
import { givePassword } from '../../support/changeUser.ts';
import { type Client, createClient } from '../../support/client.ts';
import { DEMO_PASSWORD, logInAs } from '../../support/logInAs.ts';
import { organisationIdOf } from '../../support/organisations.ts';
import { queuedMails } from '../../support/queuedMails.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();
let sysadmin: Client;
let harbour: string;
beforeAll(async () => {
  sysadmin = await logInAs(site, 'sysadmin');
  harbour = await organisationIdOf(site, 'Harbour Mutual');
});

const newUser = (userName: string, email: string, more: Partial<BodyOf<'Users.Create'>> = {}) => ({
  userName,
  email,
  firstName: 'Xaver',
  lastName: 'Typed',
  organisationPublicId: harbour,
  roles: ['Member'],
  ...more,
});
const create = (...user: Parameters<typeof newUser>) => sysadmin.call('Users.Create', { body: newUser(...user) });
const add = (...user: Parameters<typeof newUser>) => sysadmin.ok('Users.Create', { body: newUser(...user) });
const invite = (email: string, more: Partial<BodyOf<'Invite.CreateUser'>> = {}) =>
  sysadmin.call('Invite.CreateUser', {
    body: { email, firstName: 'Xaver', lastName: 'Invited', roles: ['Member'], organisationPublicId: harbour, ...more },
  });
const stored = async (key: string) =>
  site.database.row<{ user_name: string | null; email: string; first_name: string; last_name: string }>(
    'SELECT user_name, email, first_name, last_name FROM users WHERE user_name = $1 OR email = $1',
    [key],
  );
const logIn = async (userName: string) =>
  (await createClient(site).call('Login.Login', { body: { userName, password: DEMO_PASSWORD } })).body?.outcome;
const giveDemoPassword = (userName: string) => givePassword(site, userName);
const found = async (partialName: string) => (await sysadmin.ok('Users.Search', { partialName })).map(({ userName }) => userName);
const listed = async (search: string) =>
  (await sysadmin.ok('Users.Page', { search, limit: 50 })).rows?.map(({ userName }) => userName);

describe('A mailbox', () => {
  it.each([
    ['typed_1', 'one@xn--bro-hoa.example', 'one@büro.example'],
    ['typed_2', 'two@BÜRO.example', 'two@büro.example'],
    ['typed_3', 'three@bu\u0308ro.example', 'three@büro.example'],
    ['typed_4', 'four@XN--STRAE-OQA.example', 'four@straße.example'],
    ['typed_5', 'five@xn--r8jz45g.jp', 'five@例え.jp'],
    ['typed_6', 'Six@Example.ORG', 'Six@Example.ORG'],
  ])('is stored and shown in Unicode, and is one however it is spelled: %s %s', async (userName, typed, shown) => {
    const { status, body } = await create(userName, typed);
    expect([status, body?.email]).toEqual([201, shown]);
    await giveDemoPassword(userName);
    for (const [index, spelling] of [typed, shown, typed.toUpperCase(), ` ${shown}\u200e`].entries()) {
      expect([spelling, await logIn(spelling)]).toEqual([spelling, 'SignedIn']);
      expect((await create(`${userName}_${String(index)}`, spelling)).problem?.code).toBe('EmailTaken');
      expect((await invite(spelling)).problem?.code).toBe('EmailTaken');
      await createClient(site).ok('Login.ForgotUsername', { body: { email: spelling } });
      expect([spelling, await found(spelling)]).toEqual([spelling, [userName]]);
      expect([spelling, await listed(spelling)]).toEqual([spelling, [userName]]);
      expect(await listed(spelling.replace(/.*@/, ''))).toContain(userName);
      expect(await listed(`${spelling.split('.')[0] ?? ''} typed`)).toContain(userName);
      const where = [{ field: 'email' as const, op: 'equals' as const, value: spelling }];
      expect((await sysadmin.ok('Users.Page', { where })).rows?.map((row) => row.userName)).toEqual([userName]);
    }
    const mails = await queuedMails(site, { template: 'userNames', recipient: shown });
    expect(mails.length).toBeGreaterThan(0);
  });

  it('whose domain no address may have in Unicode keeps its A-label, and is one all the same', async () => {
    expect((await create('typed_heart', 'heart@i❤.example')).body?.email).toBe('heart@xn--i-7iq.example');
    expect((await create('typed_heart2', 'heart@xn--i-7iq.example')).problem?.code).toBe('EmailTaken');
    expect((await create('typed_joiner', 'j@نامه\u200Cای.example')).body?.email).not.toBe('j@نامهای.example');
  });

  it('cannot be given to another by a change of the address, and its own other spelling is no change', async () => {
    await create('typed_mine', 'mine@xn--mnchen-3ya.example');
    await create('typed_yours', 'yours@münchen.example');
    const { version } = await sysadmin.ok('Users.User', { userName: 'typed_yours' });
    const patch = (email: string) => sysadmin.call('Users.Patch', { userName: 'typed_yours', body: { version, email } });
    expect((await patch('mine@xn--mnchen-3ya.example')).problem?.code).toBe('EmailTaken');
    expect((await patch('mine@münchen.example')).problem?.code).toBe('EmailTaken');
    expect((await patch('yours@xn--mnchen-3ya.example')).body).toMatchObject({
      email: 'yours@münchen.example',
      pendingEmail: null,
    });
  });

  it('is one in a directory sync, and two rows with its two spellings are the same address twice', async () => {
    const row = (userName: string, email: string) => ({
      externalId: userName.replace(/\W/g, ''),
      enabled: true,
      ...newUser(userName, email),
    });
    const sync = (users: ReturnType<typeof row>[]) =>
      sysadmin.ok('Users.Sync', { body: { source: 'typed', dryRun: false, disableMissing: false, users } });
    const twice = await sync([row('synced_1', 's@xn--grn-ioa.example'), row('synced_2', 's@grün.example')]);
    expect(twice.errors).toMatchObject([
      { row: 2, field: 'email', firstRow: 1, message: expect.stringContaining('is already in row 1') as string },
    ]);
    expect(await sync([row('\u200bsynced_1\u2069', 's@xn--grn-ioa.example')])).toMatchObject({ created: 1, errors: [] });
    expect(await sync([row('synced_1', 's@grün.example')])).toMatchObject({ unchanged: 1, errors: [] });
    expect(await stored('synced_1')).toMatchObject({ email: 's@grün.example' });
  });
});

describe('Invisible characters', () => {
  const copied = ['\u200b', '\u200e', '\u202a', '\u2068', '\u00ad', '\ufeff', '\u2060', '\u061c', '\u200d'];

  it('copied along with a user name or an address are nothing', async () => {
    await create('\u200bcopied_1\u200e', '\u2068copied@example.com\u2069');
    expect(await stored('copied_1')).toMatchObject({ email: 'copied@example.com' });
    await giveDemoPassword('copied_1');
    for (const mark of copied) {
      expect([encodeURI(mark), await found(`${mark}copied@exa${mark}`)]).toEqual([encodeURI(mark), ['copied_1']]);
      expect([encodeURI(mark), await listed(`copied_1${mark}`)]).toEqual([encodeURI(mark), ['copied_1']]);
      expect((await create(`${mark}copied_1`, 'another@example.com')).problem?.code).toBe('NameTaken');
      expect((await create('copied_2', `copied@example.com${mark}`)).problem?.code).toBe('EmailTaken');
    }
    for (const name of ['\u200bcopied_1', 'copied_1\u200e', 'cop\u00adied_1', '\u2068copied@example.com\u2069'])
      expect([encodeURI(name), await logIn(name)]).toEqual([encodeURI(name), 'SignedIn']);
    await createClient(site).ok('Login.ForgotPassword', { body: { userNameOrEmail: '\u202acopied_1\u202c' } });
    const mails = await queuedMails(site, { template: 'recoveryLink', recipient: 'copied@example.com' });
    expect(mails).toHaveLength(1);
  });

  it('alone are no name', async () => {
    expect((await createClient(site).call('Login.Login', { body: { userName: '\u200b', password: 'x' } })).status).toBe(400);
    expect((await create('\u200b', 'empty@example.com')).problem?.fields).toHaveProperty('userName');
    expect(await found('\u200b')).toEqual([]);
  });
});

test('A Turkish keyboard’s İ and ı log in to the name that the search finds by them', async () => {
  await create('istanbul_ilk', 'iletisim@example.com');
  await giveDemoPassword('istanbul_ilk');
  for (const name of ['İSTANBUL_İLK', 'ıstanbul_ılk', 'I\u0307STANBUL_ILK', 'İLETİSİM@example.com', 'ISTANBUL_ILK']) {
    expect([name, await logIn(name)]).toEqual([name, 'SignedIn']);
    expect([name, await found(name)]).toEqual([name, ['istanbul_ilk']]);
  }
});

describe('A search', () => {
  beforeAll(async () => {
    await add('oliver_ob', 'o.obrien@elsewhere.example', { firstName: 'Oliver', lastName: 'O’Brien-Quux' });
    await add('arabic_1', 'ahmad@elsewhere.example', { firstName: 'أحمد', lastName: 'مؤمنقق' });
    await add('arabic_2', 'hamad@elsewhere.example', { firstName: 'حمد', lastName: 'مومنقق' });
    await add('hindi_1', 'ram@elsewhere.example', { firstName: 'राम', lastName: 'Typed' });
    await add('hindi_2', 'ramu@elsewhere.example', { firstName: 'रमा', lastName: 'Typed' });
    await add('greek_1', 'odos@elsewhere.example', { firstName: 'Ὀδυσσεύς', lastName: 'Typed' });
    await add('persian_1', 'ali@elsewhere.example', { firstName: 'علی\u200cرضا', lastName: 'Typed' });
  });

  it.each([
    "O'Brien-Quux, Oliver",
    "Oliver O'Brien-Quux <o.obrien@elsewhere.example>",
    '"O’Brien-Quux, Oliver" <o.obrien@elsewhere.example>',
    'o.obrien@elsewhere.example;',
    'mailto:o.obrien@elsewhere.example',
    'MAILTO:o.obrien@elsewhere.example?subject=Hello%20you',
    '<mailto:o.obrien@elsewhere.example>',
    'O’Brien-Quux',
    'O´Brien-Quux',
    'O`Brien-Quux',
    'O′Brien-Quux',
    'Oʼbrien-quux',
    'Quux (Oliver)',
    'oliver_ob,',
    '„Oliver“ Quux',
  ])('finds a pasted name or address: %s', async (search) => {
    expect(await found(search)).toEqual(['oliver_ob']);
    expect(await listed(search)).toEqual(['oliver_ob']);
    expect((await sysadmin.ok('Users.Counts', { search })).all).toBe(1);
  });

  it('folds marks as it folds accents, but no vowels and no letters', async () => {
    expect(await found('احمد مومنقق')).toEqual(['arabic_1']);
    expect(await found('أحمد')).toContain('arabic_1');
    expect(await found('أحمد')).not.toContain('arabic_2');
    expect((await found('مؤمنقق')).toSorted()).toEqual(['arabic_1', 'arabic_2']);
    expect(await found('राम')).toEqual(['hindi_1']);
    expect(await found('रमा')).toEqual(['hindi_2']);
    expect(await found('Οδυσσευς')).toEqual(['greek_1']);
    expect(await found('علیرضا')).toEqual(['persian_1']);
    expect(await found('علی\u200cرضا')).toEqual(['persian_1']);
  });

  it('for separators alone is none', async () => {
    expect(await found(' ,;<>()" ')).toEqual([]);
    const all = await sysadmin.ok('Users.Counts', {});
    expect(await sysadmin.ok('Users.Counts', { search: ' ,; ' })).toEqual(all);
  });
});

describe('A person’s name', () => {
  it('is rid of the blanks around it, and each blank in it is a space', async () => {
    await create('blank_1', 'blank1@example.com', { firstName: 'Anna\u00a0Maria', lastName: '\u00a0 Typed\t' });
    expect(await stored('blank_1')).toMatchObject({ first_name: 'Anna Maria', last_name: 'Typed' });
    await create('blank_2', 'blank2@example.com', { firstName: '山田\u3000太郎', lastName: 'Anna\u202fMaria' });
    expect(await stored('blank_2')).toMatchObject({ first_name: '山田 太郎', last_name: 'Anna Maria' });
  });
});

test.each(['.', '..', ' . '])('An organisation cannot be called %j, as no path can carry the name', async (organisationName) => {
  const { status, problem } = await sysadmin.call('Organisations.Update', { publicId: harbour, body: { organisationName } });
  expect([status, problem?.message]).toEqual([400, 'Please enter a valid name. It cannot be only “.” or “..”.']);
});

test.each([
  ['O´Brien', "Please enter a valid name. Last name contains “´” (U+00B4). Use “'” instead: O'Brien"],
  ['Meyer–Schulz', 'Please enter a valid name. Last name contains “–” (U+2013). Use “-” instead: Meyer-Schulz'],
  [
    'An\u200Bna',
    'Please enter a valid name. Last name contains a character that cannot be seen (U+200B). Delete it, or type the name anew.',
  ],
])('A name is refused with its character by every call: %j', async (lastName, message) => {
  expect((await create('refused_1', 'refused@example.com', { lastName })).problem?.fields).toEqual({ lastName: message });
  expect((await invite('refused@example.com', { lastName })).problem?.fields).toEqual({ lastName: message });
});

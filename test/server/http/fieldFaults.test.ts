/** A call with a wrong field says to those who write programs which field it is, and what it must be. */
import { logInAs } from '../../support/logInAs.ts';
import { unusedMember } from '../../support/unusedMember.ts';
import { useServer } from '../../support/useServer.ts';

const site = useServer();

interface Wrong {
  readonly what: string;
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly says: Readonly<Record<string, string>>;
}

const ID = '3b241101-e2bb-4255-8caf-4136c566a962';
const TIME = 'must be a time in UTC such as 2030-01-31T08:30:00Z.';

const wrongs: readonly Wrong[] = [
  {
    what: 'an unknown filter',
    path: '/api/Users/Page?filter=online',
    says: {
      filter:
        'Field “filter” must be one of: all, admin, active, disabled, loggedIn, locked, invited, inviteExpired, mfaMissing, dormant.',
    },
  },
  { what: 'an unknown parameter', path: '/api/Users/Page?page=2', says: { page: 'The call has no field “page”.' } },
  { what: 'a limit that is no number', path: '/api/Users/Page?limit=many', says: { limit: 'Field “limit” must be a number.' } },
  {
    what: 'a limit with a fraction',
    path: '/api/Users/Page?limit=1.5',
    says: { limit: 'Field “limit” must be a whole number.' },
  },
  { what: 'a limit that is too high', path: '/api/Users/Page?limit=501', says: { limit: 'Field “limit” must be at most 500.' } },
  { what: 'a limit that is too low', path: '/api/Users/Page?limit=0', says: { limit: 'Field “limit” must be at least 1.' } },
  {
    what: 'a list that is no list',
    method: 'POST',
    path: '/api/Invite/SendEmail',
    body: { userIds: ID },
    says: { userIds: 'Field “userIds” must be a list.' },
  },
  {
    what: 'an entry that is no UUID',
    method: 'POST',
    path: '/api/Invite/SendEmail',
    body: { userIds: [ID, 'somebody'] },
    says: { 'userIds.1': 'Field “userIds.1” must be a UUID.' },
  },
  {
    what: 'no entries',
    method: 'POST',
    path: '/api/Invite/SendEmail',
    body: { userIds: [] },
    says: { userIds: 'The number of entries of “userIds” must be at least 1.' },
  },
  {
    what: 'two wrong fields',
    method: 'POST',
    path: '/api/Organisations/FindOrganisations',
    body: { text: 5, scope: 'all' },
    says: { text: 'Field “text” must be a text.', scope: 'The call has no field “scope”.' },
  },
  {
    what: 'a body that is a list',
    method: 'POST',
    path: '/api/Organisations/FindOrganisations',
    body: [],
    says: { body: 'Field “body” must be an object.' },
  },
  {
    what: 'a word for true',
    method: 'PUT',
    path: '/api/Organisations/MfaRequired/yes',
    says: { required: 'Field “required” must be true or false.' },
  },
  { what: 'a time that is none', path: '/api/Users/AuditReport?from=yesterday', says: { from: `Field “from” ${TIME}` } },
  {
    what: 'another time zone',
    path: '/api/Overview?timeZone=Mars',
    says: { timeZone: 'Field “timeZone” must be a time zone such as Europe/Berlin.' },
  },
];

test.each(wrongs.map((wrong) => [wrong.what, wrong] as const))('%s', async (_what, { method = 'GET', path, body, says }) => {
  const admin = await logInAs(site, 'subadmin');
  const headers = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const answer = await admin.raw(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  expect([answer.status, answer.problem?.code, answer.problem?.fields]).toEqual([400, 'Invalid', says]);
  const [only] = Object.values(says);
  if (Object.keys(says).length === 1) expect(answer.problem?.message).toBe(only);
});

test('a column that cannot be sorted by names those that can', async () => {
  const admin = await logInAs(site, 'subadmin');
  const { problem } = await admin.raw('/api/Users/Page?sort=shoeSize');
  expect(problem?.message).toMatch(/^Field “sort” must be one of: userName, .*lastLoginAt/);
});

test('in German, and a long name is shortened in the message', async () => {
  const admin = await logInAs(site, 'subadmin');
  const name = 'x'.repeat(300);
  const { problem } = await admin.raw(`/api/Users/Page?${name}=1`, { headers: { 'Accept-Language': 'de' } });
  expect(problem?.message).toBe(`Der Aufruf hat kein Feld „${'x'.repeat(100)}…“.`);
});

test('recovery codes of a user without MFA: the answer says that it is not on', async () => {
  const { userName, userId } = await unusedMember(site, { organisation: 'Harbour Mutual' });
  expect(await (await logInAs(site, userName)).call('Mfa.Recovery')).toMatchObject({
    status: 409,
    problem: { code: 'MfaNotOn', message: expect.stringMatching(/^Multi-factor authentication is not turned on/) as string },
  });
  expect(await (await logInAs(site, 'subadmin')).call('Mfa.RecoveryFor', { userId })).toMatchObject({
    status: 409,
    problem: { code: 'MfaNotOn' },
  });
});

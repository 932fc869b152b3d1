/**
 * Cache invalidation: after each mutation exactly the views that show the changed data are refetched. The table states this
 * independently of the cache tags; the test checks all pairs of mutation and query on a real store.
 */
import { clientStore } from './clientStore.ts';
import { argFor, endpoints, someArgs } from './everyEndpoint.ts';
import { problem, scripted, type Reply } from './scriptedTransport.ts';

/** Queries by the view that uses them. */
const shows = {
  whoIAm: [
    'fetchLoginPage',
    'checkLogin',
    'fetchApplicationHome',
    'fetchSelf',
    'fetchOwnRoles',
    'checkOwnRole',
    'fetchSupportForm',
    'fetchApiKeyAccess',
  ],
  people: [
    'fetchUsers',
    'fetchUsersPage',
    'fetchUserCounts',
    'searchUsers',
    'fetchUser',
    'fetchActiveUserIds',
    'fetchClearLifeUserIds',
    'fetchMfaStatus',
    'fetchRolesOfUser',
    'fetchUsersInRole',
    'fetchUsersInOrganisationAndRole',
  ],
  myRolesOrTheirs: ['fetchUserRoles'],
  roleChoice: ['fetchRoleAdministration'],
  roleCounts: ['fetchRoles'],
  approvalOfPeople: ['fetchDiagnosis', 'checkApproved'],
  approvalOfOrganisation: ['checkOrganisationApproved'],
  myApproval: ['checkOwnApproval'],
  whoDiffers: ['fetchMfaOverrides'],
  organisations: ['fetchOrganisations', 'findOrganisations', 'fetchMfaRequired'],
  myMfa: ['fetchOwnMfaStatus'],
  mySessions: ['fetchSessions'],
  myKeys: ['fetchApiKeys', 'fetchApiKeyAccess'],
  myMailPreferences: ['fetchEmailPreferences'],
  myFontSize: ['fetchFontSize'],
  lastSync: ['fetchLastSync'],
  audit: ['fetchAuditReport'],
} as const;
type View = keyof typeof shows;

const me: View[] = ['whoIAm', 'myRolesOrTheirs', 'myApproval'];
const aPerson: View[] = ['people', 'myRolesOrTheirs', 'roleChoice', 'approvalOfPeople', 'whoDiffers'];
const anOrganisation: View[] = ['organisations', 'approvalOfPeople', 'approvalOfOrganisation', 'myApproval', 'whoDiffers'];
const roleCounts: View[] = ['roleCounts', 'roleChoice'];
const everything = Object.keys(shows) as View[];

/** Every mutation with the views that must be refetched after it (besides the audit, which is always refetched). */
const changes: Record<string, View[] | 'nothing'> = {
  logIn: everything,
  logOut: everything,
  logInWithCode: everything,
  logInWithRecoveryCode: everything,
  // The page is reloaded.
  impersonateUser: 'nothing',
  sendResetLink: [],
  sendUserNames: [],
  confirmIdentity: me,
  beginEnableMfa: [],
  enableMfa: ['myMfa', 'mySessions', ...me, ...aPerson],
  disableMfa: ['myMfa', ...me, ...aPerson],
  renewRecoveryCodes: ['myMfa', ...aPerson],
  forgetBrowsers: ['myMfa'],
  requireMfa: ['myMfa', ...me, ...aPerson],
  issueRecoveryCode: aPerson,
  resetMfaToOrganisationDefault: ['myMfa', ...me, ...aPerson],
  createInvite: [...aPerson, ...anOrganisation, ...roleCounts],
  sendInvites: aPerson,
  resendInvite: aPerson,
  deleteInvite: [...aPerson, ...anOrganisation, ...roleCounts],
  viewInvite: 'nothing',
  receiveInvite: [],
  acceptInvite: aPerson,
  changePassword: ['myMfa', 'mySessions', ...me, ...aPerson],
  createApiKey: ['myKeys'],
  deleteApiKey: ['myKeys'],
  setApiKeyClaims: ['myKeys'],
  endSession: ['mySessions', ...aPerson],
  endOtherSessions: ['mySessions', ...aPerson],
  setEmailPreferences: ['myMailPreferences', ...aPerson],
  setFontSize: ['myFontSize', ...me, ...aPerson],
  createTicket: [],
  patchUser: [...me, ...aPerson, ...anOrganisation],
  confirmEmail: [...me, ...aPerson],
  cancelEmail: [...me, ...aPerson],
  createUser: [...aPerson, ...anOrganisation, ...roleCounts],
  setUserEnabled: aPerson,
  unlockUser: aPerson,
  endUserSessions: aPerson,
  endOrganisationSessions: aPerson,
  resetAuthentication: aPerson,
  takeOwnership: aPerson,
  syncUsers: ['lastSync', ...me, ...aPerson, ...anOrganisation, ...roleCounts],
  setRolesOfUser: [...me, ...aPerson, ...roleCounts],
  setMfaRequired: ['myMfa', ...me, ...aPerson, ...anOrganisation],
  registerOrganisation: anOrganisation,
  updateOrganisation: ['myMfa', ...me, ...aPerson, ...anOrganisation],
};

const withoutViews = ['checkLive', 'checkReady'];
const queries = endpoints.filter(({ kind, name }) => kind === 'query' && !withoutViews.includes(name));
const mutations = endpoints.filter(({ kind }) => kind === 'mutation');

test('the table has every endpoint', () => {
  expect(Object.keys(changes).sort()).toEqual(mutations.map(({ name }) => name).sort());
  expect([...new Set(Object.values(shows).flat())].sort()).toEqual(queries.map(({ name }) => name).sort());
});

/** Opens every view and makes the call. @returns the views that were refetched */
async function fetchedAgainAfter(name: string, reply: Reply): Promise<string[]> {
  let answer: Reply = { json: {} };
  const store = clientStore(scripted(() => answer).transport);
  for (const query of queries) await store.dispatch(query.initiate(someArgs()) as never);
  const mutation = mutations.find((endpoint) => endpoint.name === name);
  if (!mutation) throw new Error(`No mutation ${name}`);
  store.actions.length = 0;
  answer = reply;
  await store.dispatch(mutation.initiate(argFor(mutation, someArgs())) as never);
  return store.actions
    .filter(({ type }) => type === 'api/executeQuery/pending')
    .map((action) => (action as unknown as { meta: { arg: { endpointName: string } } }).meta.arg.endpointName)
    .sort();
}

const expected = (views: View[] | 'nothing'): string[] =>
  views === 'nothing' ? [] : [...new Set([...views, 'audit' as const].flatMap((view) => shows[view]))].sort();

test.each(Object.entries(changes))('%s', async (name, views) => {
  expect(await fetchedAgainAfter(name, { json: { outcome: 'SignedIn' } })).toEqual(expected(views));
});

test('a refused mutation refetches nothing', async () => {
  expect(await fetchedAgainAfter('unlockUser', problem(403, 'Forbidden'))).toEqual([]);
  expect(await fetchedAgainAfter('logIn', problem(400, 'InvalidCredentials'))).toEqual([]);
});

test('a login that still needs a code refetches nothing', async () => {
  expect(await fetchedAgainAfter('logIn', { json: { outcome: 'MfaCodeRequired' } })).toEqual([]);
});

test.each([
  ['the page was behind', problem(409, 'StaleVersion')],
  ['the answer was unreadable', { status: 200, text: '<html>' }],
  ['nobody knows what happened', problem(500, 'ServerError')],
])('%s: fresh again', async (_name, reply) => {
  expect(await fetchedAgainAfter('unlockUser', reply)).toEqual(expected(aPerson));
});

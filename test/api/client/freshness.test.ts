/**
 * Cache invalidation: after each mutation exactly the views that show the changed data are refetched. The table states this
 * independently of the cache tags; the test checks all pairs of mutation and query on a real store.
 */
import { clientStore } from './clientStore.ts';
import { argFor, endpoints, someArgs } from './everyEndpoint.ts';
import { problem, scripted, type Reply } from './scriptedTransport.ts';

/** Queries by the view that uses them. */
const queriesByView = {
  ownIdentity: [
    'fetchLoginPage',
    'checkLogin',
    'fetchApplicationHome',
    'fetchSelf',
    'fetchOwnRoles',
    'checkOwnRole',
    'fetchSupportForm',
    'fetchApiKeyAccess',
  ],
  users: [
    'fetchUsers',
    'fetchUsersPage',
    'fetchUserCounts',
    'searchUsers',
    'fetchUser',
    'fetchUserApiKeys',
    'fetchUserSessions',
    'fetchActiveUserIds',
    'fetchClearLifeUserIds',
    'fetchMfaStatus',
    'fetchRolesOfUser',
    'fetchUsersInRole',
    'fetchUsersInOrganisationAndRole',
  ],
  userRoles: ['fetchUserRoles'],
  roleChoice: ['fetchRoleAdministration'],
  roleCounts: ['fetchRoles'],
  approvalOfUsers: ['fetchDiagnosis', 'checkApproved', 'previewMove'],
  approvalOfOrganisation: ['checkOrganisationApproved'],
  myApproval: ['checkOwnApproval'],
  mfaOverrides: ['fetchMfaOverrides'],
  organisations: ['fetchOrganisations', 'fetchOrganisationConnections', 'findOrganisations', 'fetchMfaRequired'],
  applications: ['fetchApplications', 'fetchOwnApplications', 'fetchApplicationPreview'],
  myApplications: ['fetchOwnApplications'],
  applicationPreview: ['fetchApplicationPreview'],
  savedViews: ['fetchViews'],
  savedReports: ['fetchReports'],
  exports: ['fetchExports', 'fetchExport'],
  myMfa: ['fetchOwnMfaStatus'],
  myPasskeys: ['fetchPasskeys'],
  mySessions: ['fetchSessions'],
  myKeys: ['fetchApiKeys', 'fetchApiKeyAccess'],
  userKeys: ['fetchUserApiKeys'],
  myMailPreferences: ['fetchEmailPreferences'],
  myFontSize: ['fetchFontSize'],
  lastSync: ['fetchLastSync'],
  directory: ['fetchOrganisationConnections', 'fetchProvisioningKeys', 'fetchProvisioningRequests', 'fetchProvisioningGroups'],
  directoryAndUsers: ['fetchProvisioning', 'fetchMapPreview', 'fetchAdoptPreview'],
  domains: ['fetchDomains'],
  connections: ['fetchOrganisationConnections', 'fetchConnections', 'fetchConnectionAttempts', 'fetchIdentities'],
  requirement: ['fetchRequirement'],
  tickets: ['fetchTickets', 'fetchTicket'],
  ticketsByUrgency: ['fetchTickets'],
  operations: ['fetchOperations', 'fetchOperation', 'fetchOperationTargets'],
  imports: ['fetchImports', 'fetchImport', 'fetchImportRows'],
  audit: [
    'fetchAuditReport',
    'fetchAuditHistogram',
    'fetchLogIns',
    'fetchOwnLogIns',
    'fetchOverview',
    'fetchApprovals',
    'fetchApprovalCount',
    'fetchSettings',
    'previewSetting',
  ],
} as const;
type View = keyof typeof queriesByView;

const ownViews: View[] = ['ownIdentity', 'userRoles', 'myApproval', 'myApplications', 'savedViews', 'savedReports', 'exports'];
const userViews: View[] = [
  'users',
  'userRoles',
  'roleChoice',
  'approvalOfUsers',
  'mfaOverrides',
  'applicationPreview',
  'directoryAndUsers',
  'requirement',
  'ticketsByUrgency',
];
const organisationViews: View[] = ['organisations', 'approvalOfUsers', 'approvalOfOrganisation', 'myApproval', 'mfaOverrides'];
const roleCounts: View[] = ['roleCounts', 'roleChoice'];
const allViews = Object.keys(queriesByView) as View[];

/** Every mutation with the views that must be refetched after it (besides the audit, which is always refetched). */
const changes: Record<string, View[] | 'nothing'> = {
  logIn: allViews,
  logOut: allViews,
  logInWithCode: allViews,
  logInWithRecoveryCode: allViews,
  // The page is reloaded.
  impersonateUser: 'nothing',
  sendResetLink: [],
  sendUserNames: [],
  confirmIdentity: ownViews,
  beginEnableMfa: [],
  enableMfa: ['myMfa', 'mySessions', ...ownViews, ...userViews],
  disableMfa: ['myMfa', ...ownViews, ...userViews],
  renewRecoveryCodes: ['myMfa', ...userViews],
  forgetBrowsers: ['myMfa'],
  remindMfa: [],
  requireMfa: ['myMfa', ...ownViews, ...userViews],
  issueRecoveryCode: userViews,
  resetMfaToOrganisationDefault: ['myMfa', ...ownViews, ...userViews],
  createInvite: [...userViews, ...organisationViews, ...roleCounts],
  sendInvites: userViews,
  resendInvite: userViews,
  deleteInvite: [...userViews, ...organisationViews, ...roleCounts],
  viewInvite: 'nothing',
  receiveInvite: [],
  acceptInvite: userViews,
  beginPasskey: [],
  beginPasskeyLogin: [],
  createPasskey: ['myPasskeys', ...userViews],
  renamePasskey: ['myPasskeys'],
  deletePasskey: ['myPasskeys', 'mySessions', ...userViews],
  logInWithPasskey: allViews,
  changePassword: ['myMfa', 'mySessions', ...ownViews, ...userViews],
  createApiKey: ['myKeys', 'userKeys'],
  deleteApiKey: ['myKeys', 'userKeys'],
  setApiKeyClaims: ['myKeys', 'userKeys'],
  endSession: ['mySessions', ...userViews],
  endOtherSessions: ['mySessions', ...userViews],
  setEmailPreferences: ['myMailPreferences', ...userViews],
  setFontSize: ['myFontSize', ...ownViews, ...userViews],
  setHome: userViews,
  createTicket: ['tickets'],
  viewTicketState: 'nothing',
  answerTicket: ['tickets'],
  noteOnTicket: ['tickets'],
  assignTicket: ['tickets'],
  closeTicket: ['tickets'],
  reopenTicket: ['tickets'],
  patchUser: [...ownViews, ...userViews, ...organisationViews],
  confirmEmail: [...ownViews, ...userViews],
  cancelEmail: [...ownViews, ...userViews],
  createUser: [...userViews, ...organisationViews, ...roleCounts],
  setUserEnabled: userViews,
  unlockUser: userViews,
  endSessions: userViews,
  endUserSession: userViews,
  revokeApiKey: ['myKeys', 'userKeys'],
  erase: ['lastSync', 'tickets', ...ownViews, ...userViews, ...organisationViews, ...roleCounts],
  endOrganisationSessions: userViews,
  resetAuthentication: userViews,
  takeOwnership: userViews,
  syncUsers: ['lastSync', ...ownViews, ...userViews, ...organisationViews, ...roleCounts],
  setRolesOfUser: [...ownViews, ...userViews, ...roleCounts],
  setMfaRequired: ['myMfa', ...ownViews, ...userViews, ...organisationViews],
  registerApplication: ['applications'],
  updateApplication: ['applications'],
  renewApplicationSecret: ['applications'],
  setApplicationEnabled: ['applications'],
  deleteApplication: ['applications'],
  withdrawApplication: ['applications'],
  createProvisioningKey: ['directory', 'directoryAndUsers'],
  revokeProvisioningKey: ['directory', 'directoryAndUsers'],
  mapProvisioningGroup: ['directory', ...userViews, ...roleCounts],
  adoptUsers: ['directory', ...userViews],
  releaseUsers: ['directory', ...userViews],
  createConnection: ['connections', 'requirement'],
  updateConnection: ['connections', 'requirement'],
  enableConnection: ['connections', 'requirement', 'mySessions'],
  deleteConnection: ['connections', 'requirement'],
  testConnection: ['connections', 'requirement'],
  refreshMetadata: ['connections', 'requirement'],
  removeLink: ['connections', 'requirement', 'mySessions'],
  replaceMetadata: ['connections', 'requirement'],
  requireProvider: ['connections', 'requirement'],
  setBreakGlass: ['connections', 'requirement'],
  discoverLogin: 'nothing',
  linkIdentity: [],
  unlinkIdentity: ['connections', 'requirement', 'mySessions'],
  addDomain: ['domains', 'requirement'],
  verifyDomain: ['domains', 'requirement'],
  deleteDomain: ['domains', 'requirement'],
  readForeignFile: ['imports'],
  chooseForImport: ['imports'],
  // Users are made and removed later: the page of the import tells when.
  startImport: ['imports'],
  pauseImport: ['imports'],
  resumeImport: ['imports'],
  cancelImport: ['imports'],
  undoImport: ['imports'],
  startOperation: ['operations'],
  pauseOperation: ['operations'],
  resumeOperation: ['operations'],
  cancelOperation: ['operations'],
  retryOperation: ['operations'],
  undoOperation: ['operations'],
  approveRequest: ['operations', 'myMfa', ...ownViews, ...userViews, ...organisationViews, ...roleCounts],
  refuseRequest: ['operations'],
  withdrawRequest: ['operations'],
  createView: ['savedViews'],
  renameView: ['savedViews'],
  replaceView: ['savedViews'],
  shareView: ['savedViews'],
  setDefaultView: ['savedViews'],
  deleteView: ['savedViews'],
  createReport: ['savedReports'],
  replaceReport: ['savedReports'],
  deleteReport: ['savedReports'],
  runReport: ['exports'],
  runExportAgain: ['exports'],
  registerOrganisation: organisationViews,
  updateSetting: ['mySessions', ...ownViews, ...userViews],
  updateOrganisation: ['myMfa', ...ownViews, ...userViews, ...organisationViews],
};

const withoutViews = ['checkLive', 'checkReady'];
const queries = endpoints.filter(({ kind, name }) => kind === 'query' && !withoutViews.includes(name));
const mutations = endpoints.filter(({ kind }) => kind === 'mutation');

test('the table has every endpoint', () => {
  expect(Object.keys(changes).sort()).toEqual(mutations.map(({ name }) => name).sort());
  expect([...new Set(Object.values(queriesByView).flat())].sort()).toEqual(queries.map(({ name }) => name).sort());
});

/** Opens every view and makes the call. @returns the views that were refetched */
async function refetchedAfter(name: string, reply: Reply): Promise<string[]> {
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
  views === 'nothing' ? [] : [...new Set([...views, 'audit' as const].flatMap((view) => queriesByView[view]))].sort();

test.each(Object.entries(changes))('%s', async (name, views) => {
  expect(await refetchedAfter(name, { json: { outcome: 'SignedIn' } })).toEqual(expected(views));
});

test('a refused mutation refetches nothing', async () => {
  expect(await refetchedAfter('unlockUser', problem(403, 'Forbidden'))).toEqual([]);
  expect(await refetchedAfter('logIn', problem(400, 'InvalidCredentials'))).toEqual([]);
});

test('a login that still needs a code refetches nothing', async () => {
  expect(await refetchedAfter('logIn', { json: { outcome: 'MfaCodeRequired' } })).toEqual([]);
});

test.each([
  ['the version was stale', problem(409, 'StaleVersion')],
  ['the response was unreadable', { status: 200, text: '<html>' }],
  ['the result is unknown', problem(500, 'ServerError')],
])('%s: refetched', async (_name, reply) => {
  expect(await refetchedAfter('unlockUser', reply)).toEqual(expected(userViews));
});

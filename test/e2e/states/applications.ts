/** Applications: list, drawer, form, the preview, and a user's own. */
import { application, guarded, signIn, type Registered } from '../../support/oidc.ts';
import { fillNamed } from '../pages/onPage.ts';
import { selectOption } from '../support/selectOption.ts';
import type { State, Visit } from './visit.ts';
import { giveConsent } from '../../support/credentials.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

/**
 * Registers applications once on the shared server: one in use, one of another provider that `ordinary` has consented to, and one
 * disabled.
 */
function registered(visit: Visit): Promise<Registered> {
  const { site, fixtures } = visit;
  return fixtures.once('applications', async () => {
    const sysadmin = await fixtures.client(site, 'sysadmin');
    const add = async (name: string, changed: Parameters<typeof application>[1]) => {
      const body = { ...application(name), applicationName: name, ...changed };
      const { application: made, secret } = await sysadmin.ok('Applications.Register', { body });
      return { id: made.applicationId, name, secret: secret ?? '' };
    };
    const wiki = await add('Harbour wiki', { displayName: 'Wiki of the harbour', roles: ['Member', 'Support'] });
    const foreign = await add('Weather', { displayName: 'Weather for sailors', own: false, pairwise: true });
    const old = await add('Old', { displayName: 'The former ledger' });
    await add('Ledger', { ...guarded('Ledger'), displayName: 'Ledger behind the proxy' });
    await sysadmin.ok('Applications.Enable', { applicationId: old.id, enabled: false });
    await signIn(await fixtures.client(site, 'ordinary'), wiki);
    await site.database.query(
      `INSERT INTO application_days (application_id, day, sign_ins)
       SELECT $1, current_date - n, 3 + (n * 7) % 11 FROM generate_series(1, 25) n WHERE n % 7 NOT IN (5, 6)`,
      [wiki.id],
    );
    await giveConsent(site, 'ordinary', foreign.id, 'openid', 'profile', 'email');
    return wiki;
  });
}

async function openList(visit: Visit, query = ''): Promise<void> {
  await registered(visit);
  await visit.as('sysadmin');
  await visit.open(`/Applications${query}`);
  await visit.waitForVisible('[role="gridcell"][col-id="displayName"], :is([role="region"], [role="tabpanel"]) h2');
}

async function openPanel(visit: Visit): Promise<void> {
  await openList(visit, `?application=${(await registered(visit)).id}`);
  await visit.waitForVisible('aside');
}

async function openQuestion(visit: Visit, key: string): Promise<void> {
  await openPanel(visit);
  await visit.press(key);
  await visit.waitForVisible('[role="dialog"] button:last-of-type');
}

async function openForm(visit: Visit, path: string): Promise<void> {
  await registered(visit);
  await visit.as('sysadmin');
  await visit.open(path);
  await visit.waitForVisible('form [type="submit"]');
}

const choose = (visit: Visit, label: string, option: string) =>
  selectOption(visit.page, visit.translate(label), visit.translate(option));

async function openPreview(visit: Visit, userName: string): Promise<void> {
  const { id } = await registered(visit);
  await openForm(visit, `/Applications/Preview/${id}`);
  await fillNamed(visit.page, 'userName', userName);
  await visit.submit();
}

async function openMine(visit: Visit): Promise<void> {
  await registered(visit);
  await visit.as('ordinary');
  await visit.open('/MyApplications');
  await visit.waitForVisible('main ul > li');
}

const states: readonly Omit<State, 'site'>[] = [
  { name: 'applications', windowOnly: true, reach: openList },
  { name: 'applications-no-match', windowOnly: true, reach: (visit) => openList(visit, '?search=nowhere+at+all') },
  {
    name: 'applications-failed',
    windowOnly: true,
    as: 'sysadmin',
    fails: '/api/Applications',
    at: '/Applications',
    shows: 'main [role="alert"] h2',
  },
  { name: 'applications-panel', windowOnly: true, reach: openPanel },
  { name: 'applications-disable', windowOnly: true, reach: (visit) => openQuestion(visit, 'applications:disable.open') },
  { name: 'applications-delete', windowOnly: true, reach: (visit) => openQuestion(visit, 'applications:delete.open') },
  { name: 'applications-new-secret', windowOnly: true, reach: (visit) => openQuestion(visit, 'applications:secret.open') },
  {
    name: 'applications-secret',
    windowOnly: true,
    reach: (visit) => openQuestion(visit, 'applications:secret.open'),
    press: 'applications:secret.confirm',
    shows: '[role="dialog"] code[role="group"]',
  },
  { name: 'applications-add', reach: (visit) => openForm(visit, '/Applications/Add') },
  {
    name: 'applications-add-guarded',
    async reach(visit) {
      await openForm(visit, '/Applications/Add');
      await choose(visit, 'applications:form.kind', 'applications:form.kindGuarded');
      await visit.page.waitForFunction(() => !document.querySelector('[name="redirectUris"]'));
    },
  },
  {
    name: 'applications-add-wrong',
    async reach(visit) {
      await openForm(visit, '/Applications/Add');
      await visit.fill({ displayName: 'Tickets', startUrl: 'http://tickets.example/', redirectUris: 'https://*.example/' });
      await choose(visit, 'applications:form.credentialLabel', 'applications:form.byKeys');
      await visit.waitForVisible('[name="publicKeys"]');
      await visit.submit();
      await visit.waitForVisible('[name="publicKeys"][aria-invalid]');
    },
  },
  {
    name: 'applications-edit',
    async reach(visit) {
      await openForm(visit, `/Applications/Edit/${(await registered(visit)).id}`);
      await choose(visit, 'applications:form.organisations', 'applications:form.someOrganisations');
      await visit.page.waitForFunction(
        () => [...document.querySelectorAll('fieldset')].filter((set) => set.querySelector('[type="checkbox"]')).length === 3,
      );
    },
  },
  {
    name: 'applications-missing',
    as: 'sysadmin',
    at: `/Applications/Edit/${UNKNOWN}`,
    shows: 'main [role="alert"]',
  },
  { name: 'applications-preview', reach: (visit) => openPreview(visit, 'ordinary'), shows: 'main table' },
  { name: 'applications-preview-no-access', reach: (visit) => openPreview(visit, 'second_sub'), shows: 'main table' },
  {
    name: 'applications-preview-unknown',
    expectedErrors: /404/,
    reach: (visit) => openPreview(visit, 'nobody_like_that'),
    shows: '[id$="-error"]',
  },
  { name: 'my-applications', reach: openMine },
  {
    name: 'my-applications-withdraw',
    windowOnly: true,
    reach: openMine,
    press: 'applications:mine.withdraw',
    shows: '[role="dialog"] button:last-of-type',
  },
  {
    name: 'no-access-application',
    async reach(visit) {
      const { name } = await registered(visit);
      await visit.as('ordinary');
      await visit.open(`/NoAccess?application=${encodeURIComponent(name)}`);
      await visit.page.waitForFunction(() => document.body.innerText.includes('Wiki of the harbour'));
    },
  },
];

/** Registered applications are tiles of the login page, which has several there anyway. */
export const applicationsStates: readonly State[] = states.map((state) => ({ ...state, site: 'several applications' }));

/** SPEC.md point 2: the routes, who may open each, and that its screen is lazy-loaded. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screens } from '@src/app/routes.tsx';
import type { Access } from '@src/navigation/screen.ts';

const administrators = ['SubscriberAdministration', 'SystemAdministration'] as const;

const routes: readonly (readonly [string, Access])[] = [
  ['/Login', 'open'],
  ['/Login/:application', 'open'],
  ['/LoginHelp', 'open'],
  ['/LoginRejected', 'open'],
  ['/LoginMfa/:rememberMe', 'open'],
  ['/NoAccess', 'open'],
  ['/EnrolMfa', 'open'],
  ['/SecurityDetails', 'session'],
  ['/ForgottenUsername', 'open'],
  ['/ForgottenPassword', 'open'],
  ['/ReceivedInvite', 'open'],
  ['/Users/CompleteInvite', 'open'],
  ['/RegistrationComplete', 'open'],
  ['/ContactSupport', 'open'],
  ['/Users', administrators],
  ['/Users/List/:filter?/:search?', administrators],
  ['/Users/Edit/:userName', administrators],
  ['/Users/Invite', administrators],
  ['/Users/Reinvite/:userId', administrators],
  ['/Overview', administrators],
  ['/Approvals', administrators],
  ['/Users/Audit', [...administrators, 'Support']],
  ['/Users/Reports', [...administrators, 'Support']],
  ['/Users/Add', ['SystemAdministration']],
  ['/Users/Import', ['SystemAdministration']],
  ['/Users/MoveIn/:importId?', ['SystemAdministration']],
  ['/Settings', ['SystemAdministration']],
  ['/Organisations', administrators],
  ['/Organisations/Connections/:organisationPublicId', administrators],
  ['/Organisations/Login/:organisationPublicId', administrators],
  ['/Organisations/Provisioning/:organisationPublicId', administrators],
  ['/Applications', ['SystemAdministration']],
  ['/Applications/Add', ['SystemAdministration']],
  ['/Applications/Edit/:applicationId', ['SystemAdministration']],
  ['/Applications/Preview/:applicationId', ['SystemAdministration']],
  ['/MyApplications', 'session'],
  ['/Roles/:roleName?', administrators],
];

test.each(routes)('%s is for: %s', (pattern, access) => {
  expect(screens.filter(({ path }) => path.pattern === pattern).map((screen) => screen.access)).toEqual([access]);
});

const source = join(import.meta.dirname, '../../../src');
const routeFiles = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => /\.routes\.tsx?$/.test(name));

test.each(routeFiles)('%s imports each of its screens lazily', (name) => {
  const text = readFileSync(join(source, name), 'utf8');
  expect(text.match(/\bimport\([^)]*Page\.tsx'\)/g)?.length).toBeGreaterThan(0);
  expect(text).not.toMatch(/^import .*Page/m);
});

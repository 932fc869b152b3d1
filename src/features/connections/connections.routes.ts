/** Routes of an organisation's connections. Links and bookmarks lead to the former pages of its identity provider and its directory, too. */
import { ADMINISTRATOR_ROLES } from '@api/contract/person.ts';
import type { Screen } from '@src/navigation/screen.ts';
import { paths } from '@src/paths.ts';

export const connectionsRoutes: readonly Screen[] = [
  {
    path: paths.connections,
    access: ADMINISTRATOR_ROLES,
    phrases: ['connections', 'federation', 'provisioning', 'rules'],
    load: () => import(/* webpackChunkName: "connections" */ './ConnectionsPage.tsx'),
  },
  ...['Login', 'Provisioning'].map((former) => ({
    path: { pattern: `/Organisations/${former}/:organisationPublicId` },
    access: ADMINISTRATOR_ROLES,
    load: () => import(/* webpackChunkName: "connections" */ './MovedPage.tsx'),
  })),
];

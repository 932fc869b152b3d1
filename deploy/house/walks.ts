/** Four walks through the house: where each begins, and how many files it may take. */
import type { CallGraph } from './calls.ts';

interface Walk {
  readonly title: string;
  /** The maximum of files. */
  readonly budget: number;
  readonly files: readonly string[];
}

/** Files that every call passes through, counted once for all walks. */
const ROAD = [
  'api/client/request.ts#request',
  'api/client/baseQuery.ts#baseQuery',
  'store/saga/request.ts#request',
  'server/http/mount.ts#mountOne',
  'server/http/errors.ts#asProblem',
  'server/db/database.ts#transaction',
  'server/start.ts#publicUrl',
];

const isServer = (path: string): boolean => path.startsWith('server/');

/** A dispatched intent, a changed slice and a call over the wire are no imports: there a walk names its next start. */
const WALKS = [
  {
    title: 'Unlock: from the click to SQL and back',
    budget: 20,
    seeds: [
      'src/features/users/actions/UserMenu.tsx',
      'src/features/users/actions/useUserActions.ts#useUserActions',
      'store/users/acts.saga.ts#users/unlock',
      'api/client/users.api.ts#unlockUser',
      'Users.Unlock',
      'src/features/users/list/useUsersRows.ts',
    ],
  },
  {
    title: 'Search in the list: from the text to SQL',
    budget: 12,
    seeds: [
      'src/features/users/list/SearchBox.tsx',
      'src/features/users/list/pages.ts#readPage',
      'api/client/users.api.ts#fetchUsersPage',
      'api/contract/users.ts',
      'api/contract/users.lists.ts',
      // The handler can also send the page as a file, which is another walk.
      'server/users/read/list.routes.ts#listPage',
    ],
  },
  { title: 'Login with password and code, on the server', budget: 16, seeds: ['Login.Login', 'Mfa.Login'], counts: isServer },
  {
    title: 'An authorization request, on the server',
    budget: 14,
    seeds: [
      'server/oidc/routes.ts#serve',
      'server/oidc/adapter.ts#adapterFactory',
      'server/oidc/adapter.ts#find',
      'server/oidc/adapter.ts#upsert',
      'server/oidc/tokens.ts#find',
      'server/oidc/tokens.ts#upsert',
      'server/oidc/provider.ts#loadExistingGrant',
      'server/oidc/provider.ts#findAccount',
      'server/oidc/provider.ts#renderError',
      'server/oidc/interaction.routes.ts#interactionRoutes',
    ],
    counts: isServer,
  },
];

export function road({ filesFrom }: CallGraph): string[] {
  return filesFrom(ROAD);
}

export function walks({ filesFrom }: CallGraph): Walk[] {
  const everyCalls = new Set(filesFrom(ROAD));
  return WALKS.map(({ title, budget, seeds, counts = () => true }) => ({
    title,
    budget,
    files: filesFrom(seeds).filter((path) => counts(path) && !everyCalls.has(path)),
  }));
}

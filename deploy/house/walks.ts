/** Walks through the house, file by file, in the order in which a value passes them. */
import { readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { root } from '../sources.ts';

/**
 * Of each leg, every file but the first is imported by one before it. A new leg begins where no import leads: at a dispatched intent, a changed
 * slice, a call over the wire, a dependency that `server/rooms.ts` hands in.
 */
interface Walk {
  readonly title: string;
  readonly legs: readonly (readonly string[])[];
}

export const walks: readonly Walk[] = [
  {
    title: 'The road of every call, which no other walk repeats',
    legs: [
      ['store/saga/request.ts'],
      ['api/client/baseApi.ts', 'api/client/baseQuery.ts', 'api/client/fetchWithRecovery.ts', 'api/client/request.ts'],
      [
        'server/http/mount.ts',
        'server/http/handleCall.ts',
        'server/http/authorize.ts',
        'server/http/idempotency.ts',
        'server/http/errors.ts',
        'server/http/problem.ts',
      ],
      ['server/db/database.ts'],
    ],
  },
  {
    title: 'Unlock: from the click to SQL and back',
    legs: [
      [
        'src/features/users/actions/UserMenu.tsx',
        'src/features/users/actions/userActions.ts',
        'api/contract/actions.ts',
        'api/contract/users.policy.ts',
      ],
      ['src/features/users/actions/useUserActions.ts'],
      [
        'store/users/acts.saga.ts',
        'store/users/userAct.ts',
        'store/saga/act.ts',
        'store/saga/confirm.ts',
        'api/client/users.api.ts',
      ],
      ['api/contract/users.ts', 'api/contract/users.acts.ts'],
      ['server/users/admin/admin.routes.ts', 'server/users/admin/actions.ts', 'server/accounts/failures.ts'],
      [
        'server/actions/atOnce.ts',
        'server/actions/perform.ts',
        'server/actions/repository.ts',
        'server/accounts/account.ts',
        'server/accounts/settle.ts',
        'server/accounts/openers.ts',
      ],
      ['server/users/read/presenter.ts'],
      ['src/features/users/list/useUsersRows.ts', 'store/users/changedUsers.slice.ts'],
    ],
  },
  {
    title: 'Search in the list: from the text to SQL',
    legs: [
      ['src/features/users/list/SearchBox.tsx'],
      ['src/features/users/view/usersView.ts'],
      ['src/features/users/list/useUsersRows.ts', 'src/features/users/list/pages.ts', 'api/client/users.api.ts'],
      ['api/contract/users.ts', 'api/contract/users.lists.ts', 'api/contract/users.conditions.ts'],
      [
        'server/users/read/list.routes.ts',
        'server/users/read/page.ts',
        'server/users/read/filters.ts',
        'server/users/read/search.ts',
        'api/contract/rules/searchWords.ts',
        'server/users/read/sorts.ts',
        'server/users/read/rows.ts',
        'server/users/read/counts.ts',
        'server/users/read/presenter.ts',
      ],
    ],
  },
  {
    title: 'Login with password and code, on the server',
    legs: [
      [
        'server/login/routes.ts',
        'server/login/service.ts',
        'server/signIn/address.ts',
        'server/login/attempt.ts',
        'server/lockout/count.ts',
        'server/password/passwordHasher.ts',
        'server/signIn/accounts.ts',
        'server/signIn/finish.ts',
      ],
      ['server/http/sessionManager.ts', 'server/session/sessions.ts'],
      ['server/mfa/routes.ts', 'server/mfa/login.ts', 'server/mfa/clock.ts', 'server/mfa/browsers.ts'],
    ],
  },
  {
    title: 'An authorization request, on the server',
    legs: [
      ['server/oidc/routes.ts'],
      ['server/oidc/provider.ts', 'server/oidc/adapter.ts', 'server/oidc/grants.ts', 'server/oidc/claims.ts'],
      ['server/oidc/interaction.routes.ts'],
      ['server/oidc/tokens.ts'],
    ],
  },
];

const ALIAS = /^@(?=(api|store|src|server)\/)/;

function importsOf(path: string): string[] {
  const specifiers = [...readFileSync(join(root, path), 'utf8').matchAll(/ from '([^']+)'/g)].map(([, name = '']) => name);
  return specifiers.map((name) => (name.startsWith('.') ? normalize(join(path, '..', name)) : name.replace(ALIAS, '')));
}

/** @throws Error if a file is not there, or its leg does not lead to it */
export function filesOf({ title, legs }: Walk): string[] {
  for (const leg of legs) {
    const reached = leg.map(importsOf);
    for (const [position, path] of leg.entries())
      if (position > 0 && !reached.slice(0, position).some((imports) => imports.includes(path)))
        throw new Error(`"${title}": no file before ${path} imports it`);
  }
  return legs.flat();
}

/** All RTK Query endpoints, and generic arguments to call each. */
import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import '@api/client/actions.api.ts';
import '@api/client/applications.api.ts';
import '@api/client/approvals.api.ts';
import '@api/client/bulk.api.ts';
import '@api/client/audit.api.ts';
import { baseApi } from '@api/client/baseApi.ts';
import '@api/client/health.api.ts';
import '@api/client/imports.api.ts';
import '@api/client/invite.api.ts';
import '@api/client/login.api.ts';
import '@api/client/mfa.api.ts';
import '@api/client/organisations.api.ts';
import '@api/client/organisations.connections.api.ts';
import '@api/client/systemSettings.api.ts';
import '@api/client/overview.api.ts';
import '@api/client/passkeys.api.ts';
import '@api/client/identityProviders.api.ts';
import '@api/client/domains.api.ts';
import '@api/client/directories.api.ts';
import '@api/client/recovery.api.ts';
import '@api/client/reports.api.ts';
import '@api/client/roles.api.ts';
import '@api/client/roles.self.api.ts';
import { seal } from '@api/client/secrets.ts';
import '@api/client/security.api.ts';
import '@api/client/security.preferences.api.ts';
import '@api/client/support.api.ts';
import '@api/client/tickets.api.ts';
import '@api/client/users.api.ts';
import '@api/client/users.move.api.ts';
import '@api/client/users.impersonation.api.ts';
import '@api/client/users.self.api.ts';
import '@api/client/views.api.ts';
import type { ClientProblem } from '@api/client/clientProblem.ts';
import { operations, type OperationName } from '@api/contract/index.ts';
import { type Call, pathParams } from '@api/contract/call.ts';

interface Settled {
  readonly data?: unknown;
  readonly error?: ClientProblem | Error;
}

type Initiate = (arg: unknown, options?: object) => ThunkAction<PromiseLike<Settled>, unknown, unknown, UnknownAction>;

interface Endpoint {
  readonly name: string;
  readonly kind: 'query' | 'mutation';
  readonly initiate: Initiate;
}

/** Endpoints that take sealed arguments. */
const sealedEndpoints = [
  'logIn',
  'confirmIdentity',
  'enableMfa',
  'logInWithCode',
  'logInWithPasskey',
  'logInWithRecoveryCode',
  'viewInvite',
  'receiveInvite',
  'acceptInvite',
  'changePassword',
  'createTicket',
  'readForeignFile',
  'viewTicketState',
  'createUser',
  'confirmEmail',
  'cancelEmail',
];

const injected = baseApi.endpoints as unknown as Record<string, { initiate: Initiate; useQuery?: unknown }>;

export const endpoints: readonly Endpoint[] = Object.entries(injected).map(([name, { initiate, useQuery }]) => ({
  name,
  kind: useQuery ? 'query' : 'mutation',
  initiate,
}));

/** Arguments with every path parameter and some body. */
export function someArgs(overrides: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const names = Object.values(operations).flatMap(({ path }) => pathParams(path));
  return {
    ...Object.fromEntries(names.map((name) => [name, `some-${name}`])),
    body: { any: 'thing' },
    attachments: [],
    ...overrides,
  };
}

export const argFor = ({ name }: Endpoint, args: Record<string, unknown>): unknown =>
  sealedEndpoints.includes(name) ? seal(args) : args;

/** Operation of a request. */
export function operationOf({ method, url }: { readonly method: string; readonly url: string }): OperationName | undefined {
  const path = url.replace(/^\/api/, '').replace(/\?.*/, '');
  const names = Object.keys(operations) as OperationName[];
  const fits = (call: Pick<Call, 'method' | 'path'>): boolean => {
    const pattern = new RegExp(`^${call.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
    return call.method === method && pattern.test(path);
  };
  // A path without parameters takes precedence, as in the server's router.
  return names
    .filter((name) => fits(operations[name]))
    .sort((a, b) => pathParams(operations[a].path).length - pathParams(operations[b].path).length)[0];
}

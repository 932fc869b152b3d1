/** What people themselves do with the identity providers of their organisation: find them, and link their accounts. */
import { z } from 'zod';
import type { Operation } from './endpoint.ts';
import { Identity } from './identityProviders.shapes.ts';
import { id } from './shape.ts';

export const ownLinkOperations = {
  'Login.Discover': {
    method: 'POST',
    path: '/Login/Discover',
    who: 'anyone',
    withoutStepUp: 'reads',
    effects: [],
    summary: 'Where a login with this address begins',
    description: 'The reply depends on the domain of the address only, and is the same for addresses that nobody has.',
    body: z.strictObject({ email: z.string().min(1).max(320) }),
    /** The identity provider's address; null: the user logs in here, with a password or a passkey. */
    reply: z.object({ address: z.string().nullable() }),
  },
  'Security.Identities': {
    method: 'GET',
    path: '/Security/Identities',
    who: 'session',
    ownCredentials: 'read',
    summary: 'The accounts at identity providers that the caller logs in with, and providers that can be added',
    reply: z.object({
      identities: z.array(Identity),
      connections: z.array(z.object({ connectionId: id, name: z.string() })),
      /** Whether the organisation requires its identity provider of the caller, whose password then opens nothing. */
      required: z.boolean(),
    }),
  },
  'Security.Link': {
    method: 'POST',
    path: '/Security/Link/{connectionId}',
    who: 'session',
    stepUp: true,
    ownCredentials: 'change',
    effects: [],
    summary: 'Begin to link the own account with one at an identity provider of the organisation',
    params: z.strictObject({ connectionId: id }),
    reply: z.object({ address: z.string() }),
  },
  'Security.Unlink': {
    method: 'DELETE',
    path: '/Security/Unlink/{identityId}',
    who: 'session',
    stepUp: true,
    ownCredentials: 'change',
    effects: [],
    summary: 'Log in no more with an account at an identity provider',
    params: z.strictObject({ identityId: id }),
    problems: ['LastLogin'],
  },
} as const satisfies Record<string, Operation>;

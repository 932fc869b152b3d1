/** Operations on what opens an account now: its sessions and API keys. */
import { z } from 'zod';
import { ApiKey } from './apiKey.shapes.ts';
import type { Operation } from './endpoint.ts';
import { keyName } from './rules/keyName.ts';
import { SessionView } from './security.ts';
import { id, text } from './shape.ts';
import { byUserName, UserDetail } from './users.shapes.ts';

export const accessOperations = {
  'Users.EndSessions': {
    method: 'DELETE',
    path: '/Users/Sessions/{userName}',
    who: 'subscriberAdmin',
    stepUp: true,
    effects: [],
    summary: 'End all sessions of a user, who gets a mail',
    params: byUserName,
    reply: UserDetail,
    problems: ['OwnAccount'],
  },
  'Users.UserSessions': {
    method: 'GET',
    path: '/Users/Sessions/{userName}',
    who: 'subscriberAdmin',
    summary: 'The sessions of a user',
    params: byUserName,
    reply: z.array(SessionView),
    problems: ['NotFound'],
  },
  'Users.EndUserSession': {
    method: 'DELETE',
    path: '/Users/Sessions/{userName}/{sessionId}',
    who: 'subscriberAdmin',
    stepUp: true,
    effects: [],
    summary: 'End one session of a user, who is told by mail',
    params: byUserName.extend({ sessionId: id }),
    problems: ['OwnAccount', 'NotFound'],
  },
  'Users.ApiKeys': {
    method: 'GET',
    path: '/Users/ApiKeys/{userName}',
    who: 'subscriberAdmin',
    summary: 'The API keys of a user, never their secret',
    params: byUserName,
    reply: z.array(ApiKey),
  },
  'Users.RevokeApiKey': {
    method: 'DELETE',
    path: '/Users/ApiKeys/{userName}',
    who: 'subscriberAdmin',
    stepUp: true,
    effects: [],
    summary: 'Delete an API key of a user, who gets a mail',
    params: byUserName,
    query: z.strictObject({ name: text(keyName) }),
    problems: ['OwnAccount'],
  },
} as const satisfies Record<string, Operation>;

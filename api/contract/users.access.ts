/** Shapes of the calls on what opens an account now: its sessions and API keys. */
import { z } from 'zod';
import { ApiKey } from './apiKey.shapes.ts';
import type { Shapes } from './endpoint.ts';
import { keyName } from './rules/keyName.ts';
import { SessionView } from './security.ts';
import { id, text } from './shape.ts';
import { byUserName, UserDetail } from './users.shapes.ts';

export const accessShapes = {
  'Users.EndSessions': {
    effects: [],
    summary: 'End all sessions of a user, who gets a mail',
    params: byUserName,
    reply: UserDetail,
    problems: ['OwnAccount'],
  },
  'Users.UserSessions': {
    summary: 'The sessions of a user',
    params: byUserName,
    reply: z.array(SessionView),
    problems: ['NotFound'],
  },
  'Users.EndUserSession': {
    effects: [],
    summary: 'End one session of a user, who is told by mail',
    params: byUserName.extend({ sessionId: id }),
    problems: ['OwnAccount', 'NotFound'],
  },
  'Users.ApiKeys': {
    summary: 'The API keys of a user, never their secret',
    params: byUserName,
    reply: z.array(ApiKey),
  },
  'Users.RevokeApiKey': {
    effects: [],
    summary: 'Delete an API key of a user, who gets a mail',
    params: byUserName,
    query: z.strictObject({ name: text(keyName) }),
    problems: ['OwnAccount'],
  },
} as const satisfies Record<string, Shapes>;

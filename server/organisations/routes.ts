/** Routes of organisations. */
import { isSystemAdmin } from '../../api/contract/person.ts';
import type { organisationsCalls } from '../../api/contract/organisations.ts';
import type { organisationConnectionsCalls } from '../../api/contract/organisations.connections.ts';
import type { Context } from '../context.ts';
import type { Queries } from '../db/database.ts';
import type { Handlers } from '../http/call.ts';
import { problem } from '../http/problem.ts';
import { type FindDirectories, type FindLogIns, presentConnections } from './connections.ts';
import { presentOrganisation } from './presenter.ts';
import { findAll, findByText, findOrganisation } from './repository.ts';
import { organisationsService } from './service.ts';

const FIND_LIMIT = 50;

interface Rooms {
  readonly findLogIns: FindLogIns;
  readonly findDirectories: FindDirectories;
}

export function organisationsRoutes(
  context: Context,
  rooms: Rooms,
): Handlers<keyof typeof organisationsCalls | keyof typeof organisationConnectionsCalls> {
  const { db, reads } = context;
  const service = organisationsService(context);
  return {
    'Organisations.List': async ({ person, readAfter }) =>
      (await reads.read(readAfter, (queries) => findAll(queries, person))).map(presentOrganisation),

    'Organisations.Connections': async ({ person, now, readAfter }) =>
      reads.read(readAfter, async (queries) => {
        const scope = isSystemAdmin(person) ? ('all' as const) : [person.organisationId];
        const logIns = await rooms.findLogIns(queries, scope, now);
        return presentConnections(logIns, await rooms.findDirectories(queries, scope, now));
      }),

    'Organisations.Find': async ({ person, body, readAfter }) => {
      const find = (queries: Queries) => findByText(queries, person, body.text.trim(), body.limit ?? FIND_LIMIT);
      return (await reads.read(readAfter, find)).map(presentOrganisation);
    },

    'Organisations.MfaRequired': async ({ person }) => {
      const organisation = await findOrganisation(db, person.organisationId);
      if (!organisation) throw problem('NotFound');
      return { required: organisation.mfa_required };
    },

    'Organisations.SetMfaRequired': (call) => service.setMfaRequired(call),
    'Organisations.Register': (call) => service.register(call),
    'Organisations.EndSessions': (call) => service.endSessions(call),
    'Organisations.Update': (call) => service.update(call),
  };
}

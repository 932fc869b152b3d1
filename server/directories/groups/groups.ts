/** The endpoint of groups. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Queries, Transaction } from '../../db/database.ts';
import { applyMap } from '../roleMap/roleMap.ts';
import { changing } from '../protocol/change.ts';
import { audit, mapChange, type Directory, type Done } from '../protocol/directory.ts';
import { readCommands } from '../protocol/document.ts';
import { notFound } from '../protocol/errors.ts';
import { isId } from '../protocol/filterSql.ts';
import {
  displayNameOf,
  findMembers,
  groupAttributes,
  lockScimGroup,
  memberIds,
  presentGroup,
  selectScimGroups,
  type ScimGroupRow,
} from './rows.ts';
import { applyCommand, finishChange, noChange, replaceMembers } from './write.ts';
import { valueOf, type JsonObject } from '../protocol/json.ts';
import { listResources } from '../protocol/list.ts';
import { isWanted, project, wantedOf, type Query } from '../protocol/paging.ts';
import { externalIdOf } from '../users/person.ts';
import { isKnown, requireVersion } from '../protocol/precondition.ts';

type Headers = Parameters<typeof requireVersion>[0];

export function scimGroups({ db }: Pick<Context, 'db'>) {
  const inTransaction = changing(db);
  return {
    list: ({ organisationId, address }: Directory, query: Query): Promise<Done> =>
      listResources(
        {
          found: selectScimGroups(db, organisationId),
          attributes: groupAttributes,
          order: [sql`g.created_at`, sql`g.group_id`],
          present: async (rows, wanted) => {
            const members = isWanted(wanted, 'members') ? await membersOf(db, rows) : undefined;
            return rows.map((row) => presentGroup(row, address, members?.get(row.group_id)));
          },
        },
        query,
      ),

    async read({ organisationId, address }: Directory, groupId: string, query: Query, headers: Headers): Promise<Done> {
      const row = isId(groupId)
        ? await selectScimGroups(db, organisationId).where('g.group_id', '=', groupId).executeTakeFirst()
        : undefined;
      if (!row) throw notFound();
      if (isKnown(headers, row.version)) return { status: 304, outcome: 'read', groupId, version: row.version };
      return replyWith(db, row, address, { status: 200, outcome: 'read' }, query);
    },

    create: (directory: Directory, body: JsonObject, query: Query): Promise<Done> =>
      inTransaction(async (tx) => {
        const { organisationId, now } = directory;
        const groupId = randomUUID();
        const change = noChange();
        const displayName = displayNameOf(valueOf(body, 'displayName'));
        await tx
          .insertInto('scim_groups')
          .values({
            group_id: groupId,
            organisation_id: organisationId,
            display_name: displayName,
            external_id: externalIdOf(body) ?? null,
            created_at: now,
            changed_at: now,
          })
          .execute();
        await replaceMembers(tx, directory, groupId, memberIds(valueOf(body, 'members')), change);
        const row = await selectScimGroups(tx, organisationId).where('g.group_id', '=', groupId).executeTakeFirstOrThrow();
        await finishChange(tx, directory, row, change, 'CreateGroup');
        return replyWith(tx, row, directory.address, { status: 201, outcome: 'created' }, query);
      }),

    /** Without `members` the members stay: no directory means to empty a group by leaving them out. */
    replace: (directory: Directory, groupId: string, body: JsonObject, query: Query, headers: Headers): Promise<Done> =>
      inTransaction(async (tx) => {
        const row = await lock(tx, directory, groupId, headers);
        const externalId = externalIdOf(body);
        const change = {
          ...noChange(),
          displayName: displayNameOf(valueOf(body, 'displayName')),
          ...(externalId !== undefined && { externalId }),
        };
        const members = valueOf(body, 'members');
        if (members !== undefined) await replaceMembers(tx, directory, row.group_id, memberIds(members), change);
        const isChanged = await finishChange(tx, directory, row, change, 'UpdateGroup');
        const now = await selectScimGroups(tx, directory.organisationId)
          .where('g.group_id', '=', row.group_id)
          .executeTakeFirstOrThrow();
        const done = await replyWith(tx, now, directory.address, { status: 200, outcome: outcomeOf(isChanged, change) }, query);
        return { ...done, people: change.added.size + change.removed.size };
      }),

    /** Replies 204, as Entra expects: the members of a large group are not returned at each change. */
    async patch(directory: Directory, groupId: string, body: JsonObject, headers: Headers): Promise<Done> {
      const commands = readCommands(body);
      return inTransaction(async (tx) => {
        const row = await lock(tx, directory, groupId, headers);
        const change = noChange();
        for (const command of commands) await applyCommand(tx, directory, row.group_id, command, change);
        const isChanged = await finishChange(tx, directory, row, change, 'UpdateGroup');
        return {
          status: 204 as const,
          outcome: outcomeOf(isChanged, change),
          version: row.version + (isChanged ? 1 : 0),
          groupId: row.group_id,
          people: change.added.size + change.removed.size,
        };
      });
    },

    async remove(directory: Directory, groupId: string, headers: Headers): Promise<Done> {
      await inTransaction(async (tx) => {
        const row = await lock(tx, directory, groupId, headers);
        const members = await findMembers(tx, [row.group_id]);
        await tx.deleteFrom('scim_groups').where('group_id', '=', row.group_id).execute();
        await audit(tx, directory, 'DeleteGroup', { target: row.display_name, details: { count: members.length } });
        await applyMap(
          tx,
          members.map((member) => member.user_id),
          mapChange(directory),
        );
      });
      return { status: 204, outcome: 'deleted' };
    },
  };
}

const outcomeOf = (isChanged: boolean, { added, removed }: ReturnType<typeof noChange>) =>
  !isChanged ? 'unchanged' : added.size + removed.size > 0 ? 'membersChanged' : 'changed';

async function lock(tx: Transaction, { organisationId }: Directory, groupId: string, headers: Headers): Promise<ScimGroupRow> {
  const row = isId(groupId) ? await lockScimGroup(tx, organisationId, groupId) : undefined;
  if (!row) throw notFound();
  requireVersion(headers, row.version);
  return row;
}

async function membersOf(queries: Queries, rows: readonly ScimGroupRow[]) {
  const found = await findMembers(
    queries,
    rows.map((row) => row.group_id),
  );
  const byGroup = Map.groupBy(found, (member) => member.group_id);
  return new Map(rows.map((row) => [row.group_id, byGroup.get(row.group_id) ?? []]));
}

async function replyWith(
  queries: Queries,
  row: ScimGroupRow,
  address: string,
  done: Pick<Done, 'status' | 'outcome'>,
  query: Query,
): Promise<Done> {
  const wanted = wantedOf(query);
  const members = isWanted(wanted, 'members') ? await membersOf(queries, [row]) : undefined;
  const resource = presentGroup(row, address, members?.get(row.group_id));
  return {
    ...done,
    body: project(resource, wanted),
    version: row.version,
    location: `${address}/Groups/${row.group_id}`,
    groupId: row.group_id,
  };
}

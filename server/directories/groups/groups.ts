/** The endpoint of a directory's groups (SCIM, `/Groups`). */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Queries } from '../../db/database.ts';
import { changing } from '../protocol/change.ts';
import { audit, type Directory, type Done } from '../protocol/directory.ts';
import { groupResource } from '../protocol/attributes.ts';
import { readCommands } from '../protocol/commands.ts';
import { applyCommands } from '../protocol/document.ts';
import { StepBudget } from '../protocol/stepBudget.ts';
import {
  findMembers,
  groupAttributes,
  groupDocumentOf,
  lockScimGroup,
  memberIds,
  presentGroup,
  readGroup,
  selectScimGroups,
  type ScimGroupRow,
} from './rows.ts';
import { changeMembers, replaceMembers, splitCommands, type MemberChange } from './members.ts';
import { applyGroups, finishChange } from './write.ts';
import { valueOf, type JsonObject } from '../protocol/json.ts';
import { listResources } from '../protocol/list.ts';
import type { Query } from '../protocol/paging.ts';
import { isWanted } from '../protocol/projection.ts';
import { resourceKind, type Headers } from '../protocol/resource.ts';

export function scimGroups({ db }: Pick<Context, 'db'>) {
  const inTransaction = changing(db);
  return {
    list: ({ organisationId, address }: Directory, query: Query): Promise<Done> =>
      listResources(
        {
          found: selectScimGroups(db, organisationId),
          attributes: groupAttributes,
          order: [sql`g.created_at`, sql`g.group_id`],
          present: (rows, wanted) => group.present(db, rows, address, wanted),
        },
        query,
      ),

    read: (directory: Directory, groupId: string, query: Query, headers: Headers): Promise<Done> =>
      group.read(db, directory, groupId, query, headers),

    create: (directory: Directory, body: JsonObject, query: Query): Promise<Done> =>
      inTransaction(async (tx) => {
        const { organisationId, now } = directory;
        const groupId = randomUUID();
        const sent = readGroup(body);
        const change = { sent, ...noMembers() };
        await tx
          .insertInto('scim_groups')
          .values({
            group_id: groupId,
            organisation_id: organisationId,
            display_name: sent.displayName,
            external_id: sent.externalId ?? null,
            attributes: JSON.stringify(sent.attributes),
            created_at: now,
            changed_at: now,
          })
          .execute();
        await replaceMembers(tx, directory, groupId, memberIds(valueOf(body, 'members')), change);
        const row = await selectScimGroups(tx, organisationId).where('g.group_id', '=', groupId).executeTakeFirstOrThrow();
        await finishChange(tx, directory, row, change, 'CreateGroup');
        return group.reply(tx, directory, row, { status: 201, outcome: 'created' }, query);
      }),

    /** Without `members` the members stay: no directory means to empty a group by leaving them out. */
    replace: (directory: Directory, groupId: string, body: JsonObject, query: Query, headers: Headers): Promise<Done> =>
      inTransaction(async (tx) => {
        const row = await group.lock(tx, directory, groupId, headers);
        const change = { sent: readGroup(body), ...noMembers() };
        const members = valueOf(body, 'members');
        if (members !== undefined) await replaceMembers(tx, directory, row.group_id, memberIds(members), change);
        const isChanged = await finishChange(tx, directory, row, change, 'UpdateGroup');
        const changedRow = await selectScimGroups(tx, directory.organisationId)
          .where('g.group_id', '=', row.group_id)
          .executeTakeFirstOrThrow();
        const done = await group.reply(tx, directory, changedRow, { status: 200, outcome: outcomeOf(isChanged, change) }, query);
        return { ...done, people: change.added.size + change.removed.size };
      }),

    /** Replies 204, as Entra expects: the members of a large group are not returned at each change. */
    async patch(directory: Directory, groupId: string, body: JsonObject, headers: Headers): Promise<Done> {
      const { members, others } = splitCommands(readCommands(body));
      return inTransaction(async (tx) => {
        const row = await group.lock(tx, directory, groupId, headers);
        const document = applyCommands(groupResource, { id: row.group_id, ...groupDocumentOf(row) }, others, new StepBudget());
        // The document is whole: what is not in it was removed.
        const change = { sent: readGroup({ externalId: null, ...document }), ...noMembers() };
        for (const command of members) await changeMembers(tx, directory, row.group_id, command, change);
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
        const row = await group.lock(tx, directory, groupId, headers);
        const members = await findMembers(tx, [row.group_id]);
        await tx.deleteFrom('scim_groups').where('group_id', '=', row.group_id).execute();
        await audit(tx, directory, 'DeleteGroup', { target: row.display_name, details: { count: members.length } });
        await applyGroups(
          tx,
          directory,
          members.map((member) => member.user_id),
        );
      });
      return { status: 204, outcome: 'deleted' };
    },
  };
}

const noMembers = (): MemberChange => ({ added: new Set(), removed: new Set() });

const outcomeOf = (isChanged: boolean, { added, removed }: MemberChange) =>
  !isChanged ? 'unchanged' : added.size + removed.size > 0 ? 'membersChanged' : 'changed';

const group = resourceKind<ScimGroupRow>({
  path: 'Groups',
  key: 'groupId',
  idOf: (row) => row.group_id,
  find: (queries, organisationId, groupId) =>
    selectScimGroups(queries, organisationId).where('g.group_id', '=', groupId).executeTakeFirst(),
  lock: lockScimGroup,
  async present(queries, rows, address, wanted) {
    const members = isWanted(wanted, 'members') ? await membersOf(queries, rows) : undefined;
    return rows.map((row) => presentGroup(row, address, members?.get(row.group_id)));
  },
});

async function membersOf(queries: Queries, rows: readonly ScimGroupRow[]) {
  const found = await findMembers(
    queries,
    rows.map((row) => row.group_id),
  );
  const byGroup = Map.groupBy(found, (member) => member.group_id);
  return new Map(rows.map((row) => [row.group_id, byGroup.get(row.group_id) ?? []]));
}

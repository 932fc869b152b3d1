/** The endpoint of users. */
import { sql, type SqlBool } from 'kysely';
import type { Context } from '../../context.ts';
import type { Queries, Transaction } from '../../db/database.ts';
import { changing } from '../protocol/change.ts';
import { mapChange, type Directory, type Done } from '../protocol/directory.ts';
import { applyCommands, readCommands } from '../protocol/document.ts';
import { duplicate, notFound } from '../protocol/errors.ts';
import { isId } from '../protocol/filterSql.ts';
import type { JsonObject } from '../protocol/json.ts';
import { listResources } from '../protocol/list.ts';
import { isWanted, project, wantedOf, type Query } from '../protocol/paging.ts';
import { readPerson, type Sent } from './person.ts';
import { isKnown, requireVersion } from '../protocol/precondition.ts';
import { documentOf, presentUser, type GroupReference } from './presenter.ts';
import { findFormer, isThere, isUnmanaged, lockScimUser, selectScimUsers, userAttributes, type ScimUserRow } from './rows.ts';
import { insertUser } from './create.ts';
import { deleteUser, updateUser } from './write.ts';
import { applyMap } from '../roleMap/roleMap.ts';

type Headers = Parameters<typeof requireVersion>[0];

export function scimUsers({ db }: Pick<Context, 'db'>) {
  const inTransaction = changing(db);
  return {
    list: ({ organisationId, address }: Directory, query: Query): Promise<Done> =>
      listResources(
        {
          found: selectScimUsers(db, organisationId).where(isThere),
          attributes: userAttributes,
          order: [sql`s.created_at`, sql`s.user_id`],
          present: async (rows, wanted) => {
            const groups = isWanted(wanted, 'groups') ? await groupsOf(db, rows) : new Map<string, GroupReference[]>();
            return rows.map((row) => presentUser(row, address, groups.get(row.user_id) ?? []));
          },
        },
        query,
      ),

    async read({ organisationId, address }: Directory, userId: string, query: Query, headers: Headers): Promise<Done> {
      const row = isId(userId)
        ? await selectScimUsers(db, organisationId).where('s.user_id', '=', userId).where(isThere).executeTakeFirst()
        : undefined;
      if (!row) throw notFound();
      if (isKnown(headers, row.version)) return { status: 304, outcome: 'read', userId, version: row.version };
      return replyWith(db, row, address, { status: 200, outcome: 'read' }, query);
    },

    create(directory: Directory, body: JsonObject, query: Query): Promise<Done> {
      const sent = readPerson(body);
      return inTransaction((tx) => createIn(tx, directory, sent, query));
    },

    async replace(directory: Directory, userId: string, body: JsonObject, query: Query, headers: Headers): Promise<Done> {
      const sent = readPerson(body);
      return inTransaction(async (tx) => {
        const row = await lock(tx, directory, userId, headers);
        await requireOwnAddress(tx, directory, row, sent);
        const written = await updateUser(tx, directory, row, sent);
        return replyWith(tx, written.row, directory.address, { status: 200, outcome: written.outcome }, query);
      });
    },

    async patch(directory: Directory, userId: string, body: JsonObject, query: Query, headers: Headers): Promise<Done> {
      const commands = readCommands(body);
      return inTransaction(async (tx) => {
        const row = await lock(tx, directory, userId, headers);
        const sent = readPerson(applyCommands(documentOf(row), commands));
        await requireOwnAddress(tx, directory, row, sent);
        const written = await updateUser(tx, directory, row, sent);
        return replyWith(tx, written.row, directory.address, { status: 200, outcome: written.outcome }, query);
      });
    },

    async remove(directory: Directory, userId: string, headers: Headers): Promise<Done> {
      await inTransaction(async (tx) => {
        const row = await lock(tx, directory, userId, headers);
        await deleteUser(tx, directory, row);
        await tx.deleteFrom('scim_members').where('user_id', '=', row.user_id).execute();
        await applyMap(tx, [row.user_id], mapChange(directory));
      });
      return { status: 204, outcome: 'deleted', userId };
    },
  };

  /** A user who left, by `active` or by DELETE, returns under the same id. */
  async function createIn(tx: Transaction, directory: Directory, sent: Sent, query: Query): Promise<Done> {
    const former = await findFormer(tx, directory.organisationId, sent);
    const locked = former && (await lockScimUser(tx, directory.organisationId, former.user_id));
    if (locked?.deleted_at === null && locked.active) throw duplicate('duplicate');
    await requireOwnAddress(tx, directory, locked, sent);
    const { row } = locked
      ? await updateUser(tx, directory, locked, { ...sent, active: sent.active ?? true })
      : { row: await insertUser(tx, directory, sent) };
    return replyWith(tx, row, directory.address, { status: 201, outcome: locked ? 'revived' : 'created' }, query);
  }
}

/** For an account of the same organisation, the reply may say more than that the address is in use. */
async function requireOwnAddress(
  tx: Transaction,
  { organisationId }: Directory,
  row: ScimUserRow | undefined,
  { columns }: Sent,
) {
  if (columns.email !== row?.email && (await isUnmanaged(tx, organisationId, columns.email))) throw duplicate('notAdopted');
}

async function lock(tx: Transaction, { organisationId }: Directory, userId: string, headers: Headers): Promise<ScimUserRow> {
  const row = isId(userId) ? await lockScimUser(tx, organisationId, userId) : undefined;
  if (row?.deleted_at !== null) throw notFound();
  requireVersion(headers, row.version);
  return row;
}

async function replyWith(
  queries: Queries,
  row: ScimUserRow,
  address: string,
  done: Pick<Done, 'status' | 'outcome'>,
  query: Query,
): Promise<Done> {
  const groups = await groupsOf(queries, [row]);
  const resource = presentUser(row, address, groups.get(row.user_id) ?? []);
  const location = `${address}/Users/${row.user_id}`;
  return { ...done, body: project(resource, wantedOf(query)), version: row.version, location, userId: row.user_id };
}

async function groupsOf(queries: Queries, rows: readonly ScimUserRow[]): Promise<Map<string, GroupReference[]>> {
  const ids = rows.map((row) => row.user_id);
  const members =
    ids.length === 0
      ? []
      : await queries
          .selectFrom('scim_members as m')
          .innerJoin('scim_groups as g', 'g.group_id', 'm.group_id')
          .select(['m.user_id', 'g.group_id', 'g.display_name'])
          .where(sql<SqlBool>`m.user_id = ANY (${ids}::uuid[])`)
          .where('g.connection_id', 'is', null)
          .orderBy('g.display_name_key')
          .execute();
  const byUser = Map.groupBy(members, (member) => member.user_id);
  return new Map(
    [...byUser].map(([userId, found]) => [
      userId,
      found.map((group) => ({ value: group.group_id, display: group.display_name })),
    ]),
  );
}

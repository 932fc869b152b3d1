/** The endpoint of users. */
import { sql, type SqlBool } from 'kysely';
import type { Context } from '../../context.ts';
import type { Queries, Transaction } from '../../db/database.ts';
import type { TakenAddressLimit } from '../../http/takenAnswers.ts';
import { changing } from '../protocol/change.ts';
import { sponsor } from '../../accounts/author.ts';
import { authorOf, type Directory, type Done } from '../protocol/directory.ts';
import { userResource } from '../protocol/attributes.ts';
import { readCommands } from '../protocol/commands.ts';
import { applyCommands } from '../protocol/document.ts';
import { StepBudget } from '../protocol/stepBudget.ts';
import { duplicate, invalid } from '../protocol/errors.ts';
import type { JsonObject } from '../protocol/json.ts';
import { listResources } from '../protocol/list.ts';
import type { Query } from '../protocol/paging.ts';
import { isWanted } from '../protocol/projection.ts';
import { resourceKind, type Headers } from '../protocol/resource.ts';
import { readPerson, type Sent } from './person.ts';
import { documentOf, presentUser, type GroupReference } from './presenter.ts';
import { findRelated, isThere, lockScimUser, selectScimUsers, userAttributes, type ScimUserRow } from './rows.ts';
import { insertUser } from './create.ts';
import { deleteUser, endFormerSelf, updateUser } from './write.ts';
import { becomesAnother, whoIsCreated } from './identity.ts';
import { takenAddressLimitOf, claimNames } from './names.ts';

/** Mails a user without a password the link to set one, unless the organisation's identity provider is the only way in. */
export type AskForPassword = (tx: Transaction, userId: string, now: Date) => Promise<void>;

export function scimUsers(context: Pick<Context, 'db' | 'config'>, askForPassword: AskForPassword) {
  const { db } = context;
  const inTransaction = changing(db);
  /** The transaction of a change that may ask for names. */
  const claiming = <T>(
    directory: Directory,
    work: (tx: Transaction, takenLimit: TakenAddressLimit) => Promise<T>,
  ): Promise<T> => {
    const takenLimit = takenAddressLimitOf(context, directory);
    return takenLimit.count(() => inTransaction((tx) => work(tx, takenLimit)));
  };
  return {
    list: ({ organisationId, address }: Directory, query: Query): Promise<Done> =>
      listResources(
        {
          found: selectScimUsers(db, organisationId).where(isThere),
          attributes: userAttributes,
          order: [sql`s.created_at`, sql`s.user_id`],
          present: (rows, wanted) => user.present(db, rows, address, wanted),
        },
        query,
      ),

    read: (directory: Directory, userId: string, query: Query, headers: Headers): Promise<Done> =>
      user.read(db, directory, userId, query, headers),

    create(directory: Directory, body: JsonObject, query: Query): Promise<Done> {
      const sent = readPerson(body);
      return claiming(directory, (tx, takenLimit) => createIn(tx, directory, takenLimit, sent, query));
    },

    async replace(directory: Directory, userId: string, body: JsonObject, query: Query, headers: Headers): Promise<Done> {
      const sent = readPerson(body);
      return claiming(directory, async (tx, takenLimit) => {
        const row = await user.lock(tx, directory, userId, headers);
        return changeIn(tx, directory, takenLimit, row, sent, query);
      });
    },

    async patch(directory: Directory, userId: string, body: JsonObject, query: Query, headers: Headers): Promise<Done> {
      const commands = readCommands(body);
      return claiming(directory, async (tx, takenLimit) => {
        const row = await user.lock(tx, directory, userId, headers);
        const document = applyCommands(userResource, { id: row.user_id, ...documentOf(row) }, commands, new StepBudget());
        // The document is whole: what is not in it was removed.
        const sent = readPerson({ externalId: null, ...document });
        return changeIn(tx, directory, takenLimit, row, sent, query);
      });
    },

    async remove(directory: Directory, userId: string, headers: Headers): Promise<Done> {
      await inTransaction(async (tx) => {
        const row = await user.lock(tx, directory, userId, headers);
        await deleteUser(tx, directory, row);
      });
      return { status: 204, outcome: 'deleted', userId };
    },
  };

  /** A user who left, by `active` or by DELETE, returns under the same id, without credentials and roles. */
  async function createIn(
    tx: Transaction,
    directory: Directory,
    takenLimit: TakenAddressLimit,
    sent: Sent,
    query: Query,
  ): Promise<Done> {
    const { organisationId, now } = directory;
    const related = await findRelated(tx, organisationId, sent);
    const found = whoIsCreated(sent, related);
    if (found === 'conflict') throw duplicate('duplicate');
    const locked = found === 'new' ? undefined : await lockScimUser(tx, organisationId, found.user_id);
    if (locked?.deleted_at === null && locked.active) throw duplicate('duplicate');
    const former = locked && (await endFormerSelf(tx, directory, locked));
    await claimNames(tx, directory, takenLimit, { row: former, sent, related });
    const { row } = former
      ? await updateUser(tx, directory, former, { ...sent, active: sent.active ?? true })
      : { row: await insertUser(tx, directory, sent) };
    if (former) {
      await sponsor(tx, authorOf(directory), former.user_id);
      await askForPassword(tx, former.user_id, now);
    }
    return user.reply(tx, directory, row, { status: 201, outcome: former ? 'revived' : 'created' }, query);
  }

  async function changeIn(
    tx: Transaction,
    directory: Directory,
    takenLimit: TakenAddressLimit,
    row: ScimUserRow,
    sent: Sent,
    query: Query,
  ): Promise<Done> {
    if (becomesAnother(row, sent))
      throw invalid('mutability', 'identity', 'A disabled user does not become another one: delete it.');
    const hasOtherNames = sent.userName !== row.user_name || sent.columns.email !== row.email;
    const related = hasOtherNames ? await findRelated(tx, directory.organisationId, sent) : [];
    await claimNames(tx, directory, takenLimit, { row, sent, related });
    const written = await updateUser(tx, directory, row, sent);
    return user.reply(tx, directory, written.row, { status: 200, outcome: written.outcome }, query);
  }
}

const user = resourceKind<ScimUserRow>({
  path: 'Users',
  key: 'userId',
  idOf: (row) => row.user_id,
  find: (queries, organisationId, userId) =>
    selectScimUsers(queries, organisationId).where('s.user_id', '=', userId).where(isThere).executeTakeFirst(),
  async lock(tx, organisationId, userId) {
    const row = await lockScimUser(tx, organisationId, userId);
    return row?.deleted_at === null ? row : undefined;
  },
  async present(queries, rows, address, wanted) {
    const groups = isWanted(wanted, 'groups') ? await groupsOf(queries, rows) : new Map<string, GroupReference[]>();
    return rows.map((row) => presentUser(row, address, groups.get(row.user_id) ?? []));
  },
});

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

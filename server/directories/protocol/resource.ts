/** What the endpoints of users and groups share: how one resource is found, locked, read and returned. */
import type { FastifyRequest } from 'fastify';
import type { Queries, Transaction } from '../../db/database.ts';
import type { Directory, Done } from './directory.ts';
import { notFound } from './errors.ts';
import { isId } from './filterSql.ts';
import type { JsonObject } from './json.ts';
import type { Query } from './paging.ts';
import { isKnown, requireVersion } from './precondition.ts';
import { project, wantedOf, type Wanted } from './projection.ts';

export type Headers = FastifyRequest['headers'];

interface Kind<Row> {
  readonly path: 'Users' | 'Groups';
  /** How the id is named in the record of requests. */
  readonly key: 'userId' | 'groupId';
  readonly idOf: (row: Row) => string;
  /** Finds a resource that the directory sees. */
  readonly find: (queries: Queries, organisationId: string, id: string) => Promise<Row | undefined>;
  readonly lock: (tx: Transaction, organisationId: string, id: string) => Promise<Row | undefined>;
  readonly present: (queries: Queries, rows: readonly Row[], address: string, wanted: Wanted) => Promise<JsonObject[]>;
}

export function resourceKind<Row extends { readonly version: number }>({ path, key, idOf, find, lock, present }: Kind<Row>) {
  const reply = async (
    queries: Queries,
    { address }: Directory,
    row: Row,
    done: Pick<Done, 'status' | 'outcome'>,
    query: Query,
  ): Promise<Done> => {
    const wanted = wantedOf(query);
    const [resource = {}] = await present(queries, [row], address, wanted);
    const location = `${address}/${path}/${idOf(row)}`;
    return { ...done, body: project(resource, wanted), version: row.version, location, [key]: idOf(row) };
  };
  return {
    present,
    reply,

    /** @throws ScimError 404 */
    async read(queries: Queries, directory: Directory, id: string, query: Query, headers: Headers): Promise<Done> {
      const row = isId(id) ? await find(queries, directory.organisationId, id) : undefined;
      if (!row) throw notFound();
      if (isKnown(headers, row.version)) return { status: 304, outcome: 'read', version: row.version, [key]: id };
      return reply(queries, directory, row, { status: 200, outcome: 'read' }, query);
    },

    /** @throws ScimError 404, 412 */
    async lock(tx: Transaction, { organisationId }: Directory, id: string, headers: Headers): Promise<Row> {
      const row = isId(id) ? await lock(tx, organisationId, id) : undefined;
      if (!row) throw notFound();
      requireVersion(headers, row.version);
      return row;
    },
  };
}

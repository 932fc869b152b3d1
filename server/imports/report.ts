/** What comes of an import, or has come: in counts, and for each person. */
import { sql } from 'kysely';
import { csvLine } from '../../api/contract/csv.ts';
import type { ImportCounts, ImportNotice, ImportRefusal, ImportRow } from '../../api/contract/imports.shapes.ts';
import type { Queries } from '../db/database.ts';
import type { Notice } from './person.ts';
import type { Prepared } from './prepare.ts';

const MAX_ROLES_SHOWN = 50;
const MAX_DOMAINS_SHOWN = 20;

const isKnown = sql`EXISTS (SELECT FROM imported_users i WHERE digest_of(i.former_id) = digest_of(r.person->>'formerId'))`;
const isUnchanged = sql`CASE WHEN r.outcome IS NULL THEN ${isKnown} ELSE r.outcome = 'unchanged' END`;
const isComing = sql`r.refusal IS NULL AND NOT ${isUnchanged}`;

/** People without an organisation come as soon as one is chosen. */
const mayCome = sql`(r.refusal IS NULL OR r.refusal = 'organisationUnknown')`;

export async function countRows(queries: Queries, importId: string): Promise<ImportCounts> {
  const { rows } = await sql<Omit<ImportCounts, 'notices' | 'refusals' | 'unknownRoles' | 'domains'>>`
    SELECT count(*)::int AS total, count(*) FILTER (WHERE ${isComing})::int AS coming,
           count(*) FILTER (WHERE r.refusal IS NULL AND ${isUnchanged})::int AS unchanged,
           count(*) FILTER (WHERE r.outcome = 'undone')::int AS undone, count(*) FILTER (WHERE r.outcome = 'kept')::int AS kept,
           count(*) FILTER (WHERE ${isComing} AND r.person->>'password' IS NOT NULL)::int AS "withPassword",
           count(*) FILTER (WHERE ${isComing} AND (r.person->>'hasAuthenticator')::boolean)::int AS "withAuthenticator",
           count(*) FILTER (WHERE ${isComing} AND jsonb_array_length(r.person->'passkeyIds') > 0)::int AS "withPasskeys"
      FROM import_rows r WHERE r.import_id = ${importId}`.execute(queries);
  const [counts] = rows;
  if (!counts) throw new Error('A count has one row');
  const refusals = await sql<{ key: string; count: number }>`
    SELECT refusal AS key, count(*)::int AS count FROM import_rows WHERE import_id = ${importId} AND refusal IS NOT NULL
     GROUP BY 1 ORDER BY 2 DESC, 1`.execute(queries);
  const notices = await sql<{ key: string; count: number }>`
    SELECT n->>'code' AS key, count(*)::int AS count FROM import_rows r, jsonb_array_elements(r.notices) n
     WHERE r.import_id = ${importId} AND ${mayCome} GROUP BY 1 ORDER BY 2 DESC, 1`.execute(queries);
  const roles = await sql<{ role: string }>`
    SELECT n->>'value' AS role FROM import_rows r, jsonb_array_elements(r.notices) n
     WHERE r.import_id = ${importId} AND ${mayCome} AND n->>'code' = 'roleUnknown'
     GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${MAX_ROLES_SHOWN}`.execute(queries);
  const domains = await sql<{ domain: string; people: number }>`
    SELECT split_part(person->>'emailKey', '@', 2) AS domain, count(*)::int AS people FROM import_rows
     WHERE import_id = ${importId} AND coalesce(person->>'emailKey', '') LIKE '%@%' GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${MAX_DOMAINS_SHOWN}`.execute(
    queries,
  );
  const recordOf = (found: readonly { readonly key: string; readonly count: number }[]) =>
    Object.fromEntries(found.map(({ key, count }) => [key, count]));
  return {
    ...counts,
    notices: recordOf(notices.rows),
    refusals: recordOf(refusals.rows),
    unknownRoles: roles.rows.map(({ role }) => role),
    domains: domains.rows,
  };
}

interface ReportRow {
  readonly place: number;
  readonly line: number;
  /** Empty for a row that can't be read. */
  readonly person: Partial<Prepared>;
  readonly notices: readonly Notice[];
  readonly refusal: ImportRefusal | null;
  readonly result: ImportRow['result'];
}

interface WantedRows {
  readonly after: number;
  readonly limit: number;
  readonly code?: ImportNotice | ImportRefusal | undefined;
}

async function findRows(queries: Queries, importId: string, { after, limit, code }: WantedRows): Promise<ReportRow[]> {
  const isWanted =
    code === undefined
      ? sql`true`
      : sql`(r.refusal = ${code} OR ${mayCome} AND r.notices @> ${JSON.stringify([{ code }])}::jsonb)`;
  const { rows } = await sql<ReportRow>`
    SELECT r.place, r.line, r.person, r.notices, r.refusal,
           CASE WHEN r.refusal IS NOT NULL THEN 'refused' WHEN ${isUnchanged} THEN 'unchanged' ELSE coalesce(r.outcome, 'comes') END AS result
      FROM import_rows r WHERE r.import_id = ${importId} AND r.place > ${after} AND ${isWanted} ORDER BY r.place LIMIT ${limit}`.execute(
    queries,
  );
  return rows;
}

const PAGE_ROWS = 100;

/** A page of rows in the order of the file. */
export async function pageOfRows(
  queries: Queries,
  importId: string,
  wanted: Omit<WantedRows, 'limit'>,
): Promise<{ rows: ImportRow[]; next: number | null }> {
  const found = await findRows(queries, importId, { ...wanted, limit: PAGE_ROWS });
  const rows = found.map(({ person, notices, ...row }) => ({
    ...row,
    userName: person.userName ?? '',
    email: person.email ?? '',
    organisation: person.organisation ?? '',
    roles: [...(person.roles ?? [])],
    hasPassword: (person.password ?? null) !== null,
    hasAuthenticator: person.hasAuthenticator === true,
    passkeys: person.passkeyIds?.length ?? 0,
    notices: [...notices],
  }));
  return { rows, next: found.length < PAGE_ROWS ? null : (found.at(-1)?.place ?? null) };
}

const FILE_PAGE_ROWS = 1000;

/** The whole of it as CSV, in the order of the file. */
export async function* reportLines(queries: Queries, importId: string): AsyncGenerator<string> {
  yield csvLine([
    'line',
    'result',
    'reason',
    'userName',
    'email',
    'organisation',
    'roles',
    'password',
    'authenticator',
    'passkeys',
    'notices',
  ]);
  for (let after = 0; ;) {
    const rows = await findRows(queries, importId, { after, limit: FILE_PAGE_ROWS });
    yield rows.map(lineOf).join('');
    const last = rows.at(-1);
    if (!last || rows.length < FILE_PAGE_ROWS) return;
    after = last.place;
  }
}

const lineOf = ({ line, person, notices, refusal, result }: ReportRow): string =>
  csvLine([
    String(line),
    result,
    refusal ?? '',
    person.userName ?? '',
    person.email ?? '',
    person.organisation ?? '',
    (person.roles ?? []).join(';'),
    person.password ?? '',
    person.hasAuthenticator ? 'yes' : '',
    person.passkeyIds?.length ? String(person.passkeyIds.length) : '',
    notices.map(({ code, value }) => (value === undefined ? code : `${code} ${value}`)).join(' | '),
  ]);

/**
 * Judges the planned changes as the single calls would: a list must not bypass the rules that protect administrators or require a
 * second person. A row that one administrator may not do alone is an error of that row.
 */
import { sql } from 'kysely';
import type { Effect } from '../../api/contract/call.ts';
import { concernedIn, effectsOfEnabling, effectsOfMaking, effectsOfRoles, secondPersonFor } from '../../api/contract/effects.ts';
import { isSystemWide, type Person } from '../../api/contract/person.ts';
import type { ProblemCode } from '../../api/contract/problem.ts';
import { maySetRoles } from '../../api/contract/roles.policy.ts';
import { mayEditField, mayEnable, type Target } from '../../api/contract/users.policy.ts';
import { countUsers } from '../approvals/fourEyesCount.ts';
import { requiresFourEyes } from '../approvals/fourEyes.ts';
import type { Config } from '../config/config.ts';
import type { Transaction } from '../db/database.ts';
import { isAdministrative } from '../db/roles.ts';
import { asTarget, lostRoles } from '../db/target.ts';
import type { CallOf } from '../http/call.ts';

/** `row` is null for a user who is missing from the list. */
export type Verdict =
  | { readonly row: number | null; readonly userName: string; readonly code: ProblemCode | 'secondPerson' }
  | { readonly row: null; readonly code: 'tooMany'; readonly count: number; readonly limit: number };

type Limits = Pick<Config, 'FOUR_EYES' | 'FOUR_EYES_BULK'>;
type Call = Pick<CallOf<'Users.Sync'>, 'person' | 'session' | 'now'>;

export async function judgeChanges(config: Limits, tx: Transaction, call: Call): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const change of await findAdministrativeChanges(tx, call.now)) {
    const code = await judge(config, tx, call.person, change);
    if (code) verdicts.push({ row: change.row, userName: change.userName, code });
  }
  const tooMany = await countMany(config, tx, call);
  return tooMany ? [...verdicts, tooMany] : verdicts;
}

interface Change {
  readonly row: number | null;
  readonly userName: string;
  readonly fields: Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;
  /** Null for a user to be created. */
  readonly before: Target | null;
  readonly after: Pick<Target, 'roles' | 'organisationId' | 'house'>;
}

/** Finds changes of accounts that are administrative before or after, or were within the last day, which are few in a list. */
async function findAdministrativeChanges(tx: Transaction, now: Date): Promise<Change[]> {
  const { rows } = await sql<{
    row: number | null;
    name: string;
    fields: Change['fields'];
    known: boolean;
    user_id: string;
    roles: string[];
    organisation_id: string;
    house: boolean;
    enabled: boolean;
    registered_at: Date | null;
    lost_roles: string[];
    roles_after: string[];
    organisation_after: string;
    house_after: boolean;
  }>`
    SELECT c.row, c.user_name AS name, c.fields, u.user_id IS NOT NULL AS known, u.user_id, u.roles, u.organisation_id, o.house, u.enabled,
           u.registered_at, ${lostRoles(now)}, coalesce(r.roles, u.roles) AS roles_after, n.organisation_id AS organisation_after,
           n.house AS house_after
      FROM sync_changes c
      LEFT JOIN sync_rows r ON r.row = c.row
      LEFT JOIN users u ON u.user_id = c.user_id
      LEFT JOIN organisations o ON o.organisation_id = u.organisation_id
      JOIN organisations n ON n.organisation_id = coalesce(r.organisation_id, u.organisation_id)
     WHERE ${isAdministrative(sql`u.roles`, sql`o.house`)} OR ${isAdministrative(sql`coalesce(r.roles, u.roles)`, sql`n.house`)}
        OR EXISTS (SELECT FROM lost_roles l WHERE l.user_id = u.user_id)
     ORDER BY c.row NULLS LAST, c.user_name`.execute(tx);
  return rows.map((row) => ({
    row: row.row,
    userName: row.name,
    fields: row.fields,
    before: row.known ? asTarget(row) : null,
    after: {
      roles: row.roles_after,
      organisationId: row.organisation_after,
      house: row.house_after,
    },
  }));
}

async function judge(
  config: Limits,
  tx: Transaction,
  actor: Person,
  change: Change,
): Promise<ProblemCode | 'secondPerson' | null> {
  const { before, after } = change;
  const refused = before && refusalOf(actor, before, change);
  if (refused) return refused;
  const rule = secondPersonFor(effectsOf(change), before ? concernedIn(before) : undefined);
  if (rule.always) return 'secondPerson';
  const organisationIds = [before?.organisationId ?? after.organisationId, after.organisationId];
  return rule.fourEyes && (await requiresFourEyes(config, tx, ...organisationIds)) ? 'secondPerson' : null;
}

function refusalOf(actor: Person, before: Target, { fields, after }: Change): ProblemCode | null {
  return (
    (fields.enabled && mayEnable(actor, before)) ??
    (fields.roles && maySetRoles(after.roles)(actor, before)) ??
    (fields.email && mayEditField(actor, before, 'email')) ??
    (fields.organisationPublicId && mayEditField(actor, before, 'organisationPublicId')) ??
    null
  );
}

function effectsOf({ before, after, fields }: Change): Effect[] {
  if (!before) return effectsOfMaking(after);
  // A role may reach further in the other organisation.
  const gainsReach = after.roles.some((role) => isSystemWide(role, after.house) && !isSystemWide(role, before.house));
  return [
    ...(fields.enabled ? effectsOfEnabling(before, fields.enabled.to === true) : []),
    ...(fields.roles ? effectsOfRoles(before, after.roles) : []),
    ...(fields.email ? (['takesOverAccount'] as const) : []),
    ...(fields.organisationPublicId && (gainsReach || effectsOfMaking(before).length > 0)
      ? (['givesAdministration'] as const)
      : []),
    ...(fields.organisationPublicId ? (['endsAccess'] as const) : []),
  ];
}

/** Users whose access ends, who are moved, or whose address changes, count as if each had been changed by itself. */
async function countMany(config: Limits, tx: Transaction, call: Call): Promise<Verdict | undefined> {
  const { rows } = await sql<{ userId: string; total: number }>`
    SELECT c.user_id AS "userId", count(*) OVER ()::int AS total
      FROM sync_changes c JOIN users u ON u.user_id = c.user_id JOIN organisations o ON o.organisation_id = u.organisation_id
      LEFT JOIN sync_rows r ON r.row = c.row LEFT JOIN organisations n ON n.organisation_id = r.organisation_id
     WHERE c.kind <> 'created' AND (${config.FOUR_EYES === 'on'} OR o.four_eyes OR n.four_eyes)
       AND (c.kind = 'disabled' OR c.fields ?| '{email,organisationPublicId}')
     LIMIT ${config.FOUR_EYES_BULK + 1}`.execute(tx);
  const [first] = rows;
  if (!first) return undefined;
  const userIds = rows.map(({ userId }) => userId);
  if (await countUsers(config, tx, call, userIds)) return undefined;
  return { row: null, code: 'tooMany', count: first.total, limit: config.FOUR_EYES_BULK };
}

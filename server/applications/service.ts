/** Changes to applications: load with lock, change what differs, audit. No secret and no key is in the audit. */
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Application, ApplicationSettings } from '../../api/contract/applications.ts';
import { mayManageApplications } from '../../api/contract/applications.policy.ts';
import type { Person } from '../../api/contract/person.ts';
import { addMs } from '../clock.ts';
import type { Context } from '../context.ts';
import { areRoles } from '../db/roles.ts';
import { transaction, type Queries, type Transaction } from '../db/database.ts';
import { appendAuditEvent } from '../audit/append.ts';
import type { CallOf } from '../http/call.ts';
import { invalidField, problem } from '../http/problem.ts';
import { withUnique } from '../http/uniqueViolation.ts';
import {
  changeApplication,
  columnsOf,
  deleteApplication,
  findApplication,
  endGrantsOf,
  endGrantsOfExcluded,
  insertApplication,
  lockApplication,
  type ApplicationRow,
} from './repository.ts';
import { presentApplication } from './presenter.ts';
import { makeSecret, SECRET_OVERLAP_MS } from './secrets.ts';
import { readSignIns } from './use.ts';

interface WithSecret {
  application: Application;
  secret: string | null;
}

const taken = () => problem('ApplicationTaken', { fields: { applicationName: { problem: 'ApplicationTaken' } } });

export function applicationsService({ db, config }: Context) {
  return {
    async register({ name, body, person, origin, now }: CallOf<'Applications.Register'>): Promise<WithSecret> {
      require(person);
      await check(db, body);
      const applicationId = randomUUID();
      const { secret, ...credentials } = newCredentials(body);
      return transaction(db, async (tx) => {
        await withUnique({ applications_name: taken }, () =>
          insertApplication(tx, {
            application_id: applicationId,
            ...columnsOf(body),
            ...credentials,
            enabled: true,
            created_at: now,
            last_used_at: null,
          }),
        );
        const details = { kind: columnsOf(body).kind, redirectUris: body.redirectUris, scopes: body.scopes, roles: body.roles };
        await appendAuditEvent(tx, origin, { action: name, target: body.applicationName, details });
        return { application: await present(tx, applicationId, now), secret };
      });
    },

    async update({ name, params, body, person, origin, now }: CallOf<'Applications.Update'>): Promise<WithSecret> {
      require(person);
      await check(db, body);
      return transaction(db, async (tx) => {
        const row = await load(tx, params.applicationId);
        const columns = columnsOf(body);
        if (columns.kind !== row.kind) throw problem('Conflict');
        const changesCredential = (row.jwks === null) !== (body.publicKeys === null);
        const { secret, ...credentials } = changesCredential
          ? newCredentials(body)
          : { secret: null, ...(body.publicKeys && { jwks: JSON.stringify({ keys: body.publicKeys }) }) };
        await withUnique({ applications_name: taken }, () =>
          changeApplication(tx, params.applicationId, { ...columns, ...credentials }),
        );
        await endGrantsOfExcluded(tx, columns, params.applicationId);
        const fields = Object.keys(columns).filter(
          (key) => !isDeepStrictEqual(row[key as keyof typeof columns], columns[key as keyof typeof columns]),
        );
        await appendAuditEvent(tx, origin, {
          action: name,
          target: row.name,
          details: { fields, newCredentials: changesCredential },
        });
        return { application: await present(tx, params.applicationId, now), secret };
      });
    },

    async newSecret({ name, params, person, origin, now }: CallOf<'Applications.NewSecret'>): Promise<WithSecret> {
      require(person);
      return transaction(db, async (tx) => {
        const row = await load(tx, params.applicationId);
        if (row.secret_hash === null) throw problem('Conflict');
        const { secret, hash } = makeSecret();
        const former = { former_secret_hash: row.secret_hash, former_secret_until: addMs(now, SECRET_OVERLAP_MS) };
        await changeApplication(tx, params.applicationId, { secret_hash: hash, ...former });
        await appendAuditEvent(tx, origin, { action: name, target: row.name });
        return { application: await present(tx, params.applicationId, now), secret };
      });
    },

    async enable({ name, params, person, origin, now }: CallOf<'Applications.Enable'>): Promise<Application> {
      require(person);
      const { applicationId, enabled } = params;
      return transaction(db, async (tx) => {
        const row = await load(tx, applicationId);
        if (row.enabled !== enabled) {
          await changeApplication(tx, applicationId, { enabled });
          if (!enabled) await endGrantsOf(tx, applicationId);
          await appendAuditEvent(tx, origin, { action: name, target: row.name, details: { enabled } });
        }
        return present(tx, applicationId, now);
      });
    },

    async delete({ name, params, person, origin }: CallOf<'Applications.Delete'>): Promise<void> {
      require(person);
      await transaction(db, async (tx) => {
        const row = await load(tx, params.applicationId);
        await deleteApplication(tx, params.applicationId);
        await appendAuditEvent(tx, origin, { action: name, target: row.name });
      });
    },
  };

  async function check(queries: Queries, settings: ApplicationSettings): Promise<void> {
    const reserved = [
      config.defaultApplication,
      `${config.defaultApplication} LS`,
      ...config.APPLICATIONS.map((one) => one.name),
    ];
    if (reserved.some((one) => one.toLowerCase() === settings.applicationName.toLowerCase())) throw taken();
    const fault = settings.kind === 'guarded' ? guardedFault(settings) : openIdFault(settings);
    if (fault !== undefined) throw fault;
    if (!(await areRoles(queries, settings.roles ?? [])))
      throw problem('Invalid', { fields: { roles: { problem: 'InvalidClaim' } } });
    await checkOrganisations(queries, settings.organisationPublicIds ?? []);
  }
}

const openIdFault = ({ redirectUris }: ApplicationSettings) =>
  redirectUris.length === 0 ? invalidField('redirectUris', 'required') : undefined;

/** A guarded application may not have settings of OpenID Connect, which would seem to be in force. */
function guardedFault(settings: ApplicationSettings) {
  const { redirectUris, postLogoutRedirectUris, backchannelLogoutUri, publicKeys, pairwise, own } = settings;
  const isOpenId = backchannelLogoutUri !== null || publicKeys !== null || pairwise || !own;
  return isOpenId || redirectUris.length + postLogoutRedirectUris.length > 0 ? problem('Invalid') : undefined;
}

function require(person: Person): void {
  if (!mayManageApplications(person)) throw problem('Forbidden');
}

async function checkOrganisations(queries: Queries, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const known = await queries
    .selectFrom('organisations')
    .select('organisation_id')
    .where('organisation_id', 'in', [...ids])
    .execute();
  if (known.length !== new Set(ids.map((each) => each.toLowerCase())).size)
    throw problem('Invalid', { fields: { organisationPublicIds: { problem: 'NotFound' } } });
}

/** Either a secret or public keys; the other, and a former secret, go. A guarded application has neither. */
function newCredentials({ kind, publicKeys }: ApplicationSettings) {
  const none = { former_secret_hash: null, former_secret_until: null };
  if (kind === 'guarded') return { ...none, secret: null, secret_hash: null, jwks: null };
  if (publicKeys) return { ...none, secret: null, secret_hash: null, jwks: JSON.stringify({ keys: publicKeys }) };
  const { secret, hash } = makeSecret();
  return { ...none, secret, secret_hash: hash, jwks: null };
}

async function load(tx: Transaction, applicationId: string): Promise<ApplicationRow> {
  const row = await lockApplication(tx, applicationId);
  if (!row) throw problem('NotFound');
  return row;
}

async function present(queries: Queries, applicationId: string, now: Date): Promise<Application> {
  const row = (await findApplication(queries, applicationId)) as ApplicationRow;
  return presentApplication(row, (await readSignIns(queries, now, applicationId)).get(row.application_id) ?? [], now);
}

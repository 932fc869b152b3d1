/** Registry of all operations, with their arguments and responses as types. */
import type { z } from 'zod';
import { applicationsOperations } from './applications.ts';
import { approvalsOperations } from './approvals.ts';
import { auditOperations } from './audit.ts';
import { connectionsOperations } from './identityProviders.ts';
import { domainsOperations } from './domains.ts';
import type { BodyOf as Body, ParamsOf as Params, QueryOf as Query, ReplyOf as Reply } from './endpoint.ts';
import { healthOperations } from './health.ts';
import { importsOperations } from './imports.ts';
import { inviteOperations } from './invite.ts';
import { loginOperations } from './login.ts';
import { mfaOperations } from './mfa.ts';
import { operationsOperations } from './bulk.ts';
import { organisationConnectionsOperations } from './organisations.connections.ts';
import { organisationsOperations } from './organisations.ts';
import { overviewOperations } from './overview.ts';
import { passkeysOperations } from './passkeys.ts';
import { provisioningOperations } from './directories.ts';
import { recoveryOperations } from './recovery.ts';
import { reportsOperations } from './reports.ts';
import { rolesOperations } from './roles.ts';
import { securityOperations } from './security.ts';
import { supportOperations } from './support.ts';
import { systemSettingsOperations } from './systemSettings.ts';
import { ticketsOperations } from './tickets.ts';
import { usersMoveOperations } from './users.move.ts';
import { usersOperations } from './users.ts';
import { viewsOperations } from './views.ts';

export const operations = {
  ...loginOperations,
  ...recoveryOperations,
  ...mfaOperations,
  ...passkeysOperations,
  ...inviteOperations,
  ...securityOperations,
  ...supportOperations,
  ...ticketsOperations,
  ...usersOperations,
  ...usersMoveOperations,
  ...viewsOperations,
  ...rolesOperations,
  ...organisationsOperations,
  ...organisationConnectionsOperations,
  ...approvalsOperations,
  ...operationsOperations,
  ...importsOperations,
  ...applicationsOperations,
  ...provisioningOperations,
  ...domainsOperations,
  ...connectionsOperations,
  ...auditOperations,
  ...reportsOperations,
  ...overviewOperations,
  ...systemSettingsOperations,
  ...healthOperations,
};

type Operations = typeof operations;
export type OperationName = keyof Operations;

export type ParamsOf<Name extends OperationName> = Params<Operations[Name]>;
export type QueryOf<Name extends OperationName> = Query<Operations[Name]>;
export type BodyOf<Name extends OperationName> = Body<Operations[Name]>;
export type ReplyOf<Name extends OperationName> = Reply<Operations[Name]>;

type Flat<T> = { [Key in keyof T]: T[Key] };
type BodyArg<Name extends OperationName> = Operations[Name] extends { body: z.ZodType } ? { body: BodyOf<Name> } : unknown;
type FlatArgs<Name extends OperationName> = Flat<ParamsOf<Name> & QueryOf<Name> & BodyArg<Name>>;

/** Arguments of a client call: path parameters, query parameters and `body` in one flat object; `void` if there are none. */
// eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- RTK Query's type for an endpoint without arguments
export type ArgsOf<Name extends OperationName> = keyof FlatArgs<Name> extends never ? void : FlatArgs<Name>;

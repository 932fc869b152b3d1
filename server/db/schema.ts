/** The tables for Kysely, with the database's own names, in files by subject, as the schema's SQL. */
import type { ApplicationsTables } from './schema/applications.ts';
import type { AuditTables } from './schema/audit.ts';
import type { DirectoriesTables } from './schema/directories.ts';
import type { FederatedLoginsTables } from './schema/federatedLogins.ts';
import type { FederationTables } from './schema/federation.ts';
import type { FoundationTables } from './schema/foundation.ts';
import type { ImportsTables } from './schema/imports.ts';
import type { OperationsTables } from './schema/operations.ts';
import type { PasskeyTables } from './schema/passkeys.ts';
import type { ReportsTables } from './schema/reports.ts';
import type { SignInTables } from './schema/signIn.ts';
import type { SupportTables } from './schema/support.ts';
import type { SystemSettingsTables } from './schema/systemSettings.ts';
import type { UsersTables } from './schema/users.ts';

export interface Database
  extends
    FoundationTables,
    UsersTables,
    SignInTables,
    PasskeyTables,
    OperationsTables,
    ReportsTables,
    AuditTables,
    SupportTables,
    ApplicationsTables,
    DirectoriesTables,
    FederationTables,
    FederatedLoginsTables,
    ImportsTables,
    SystemSettingsTables {}

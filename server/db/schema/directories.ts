/** Directories by SCIM. */
import type { ColumnType } from 'kysely';
import type { ProvisioningOutcome, ProvisioningProblem } from '../../../api/contract/directories.shapes.ts';
import type { Computed, Defaulted } from './columns.ts';

/** Keys with which an organisation's directory calls the SCIM endpoints. */
interface ScimKeysTable {
  key_id: string;
  organisation_id: string;
  name: string;
  /** The folded name, unique in the organisation. */
  name_key: Computed<string>;
  /** The beginning of the key, by which it is found and shown. */
  prefix: string;
  secret_hash: Buffer;
  created_by: string | null;
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
  /** How many days before its end the last mail announced it; null: none was sent. */
  announced_days: number | null;
}

/** The part of a managed user that only the directory knows. */
interface ScimUsersTable {
  user_id: string;
  organisation_id: string;
  /** As the directory sent it; `users.user_name` is derived from it. */
  user_name: string;
  user_name_key: Computed<string>;
  /** As the directory sent it; an administrator can disable the user besides. */
  active: boolean;
  /** As the directory sent them, without those that have a column. */
  attributes: ColumnType<Record<string, unknown>, string | undefined, string>;
  /** Made at a first login with an identity provider: the directory has not sent the user yet. */
  made_at_login: Defaulted<boolean>;
  /** Counts the changes, for ETags. */
  version: Defaulted<number>;
  created_at: Date;
  changed_at: Date;
  /** Deleted by the directory, which does not see the user until it creates them again. */
  deleted_at: Date | null;
}

/** What the groups of a user have made of the roles. */
interface MappedUsersTable {
  user_id: string;
  /** Roles that the user has by groups alone. */
  roles: string[];
  /** Roles that groups have taken away again. */
  former_roles: string[];
}

interface ScimGroupsTable {
  group_id: string;
  organisation_id: string;
  /** The identity provider whose logins have named the group; null: the directory has sent it. */
  connection_id: Defaulted<string | null>;
  display_name: string;
  display_name_key: Computed<string>;
  /** The directory's or the provider's name for the group. */
  external_id: string | null;
  /** As the directory sent them, without members and those that have a column. */
  attributes: ColumnType<Record<string, unknown>, string | undefined, string>;
  /** Counts the changes, for ETags. */
  version: Defaulted<number>;
  created_at: Date;
  changed_at: Date;
}

interface ScimMembersTable {
  group_id: string;
  user_id: string;
}

/** Roles that a group grants to its members. */
interface ScimGroupRolesTable {
  group_id: string;
  role_name: string;
  /** The administrator who mapped the role; null: the account is gone. */
  mapped_by: Defaulted<string | null>;
}

/** The last 100 requests of each organisation. */
interface ScimRequestsTable {
  request_id: Computed<number>;
  organisation_id: string;
  at: Date;
  /** Name of the API key of the directory. */
  key_name: string;
  method: string;
  /** Below `/scim/v2`, without the query. */
  path: string;
  /** Status of the HTTP reply. */
  status: number;
  outcome: ProvisioningOutcome;
  /** Number of users found, or of members changed. */
  people: Defaulted<number>;
  user_id: string | null;
  group_id: string | null;
  problem: ProvisioningProblem | null;
}

export interface DirectoriesTables {
  scim_keys: ScimKeysTable;
  scim_users: ScimUsersTable;
  mapped_users: MappedUsersTable;
  scim_groups: ScimGroupsTable;
  scim_members: ScimMembersTable;
  scim_group_roles: ScimGroupRolesTable;
  scim_requests: ScimRequestsTable;
}

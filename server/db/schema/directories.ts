/** Directories by SCIM. */
import type { ColumnType } from 'kysely';
import type { ProvisioningOutcome, ProvisioningProblem } from '../../../api/contract/directories.shapes.ts';
import type { Computed, Defaulted } from './columns.ts';

interface ScimKeysTable {
  key_id: string;
  organisation_id: string;
  name: string;
  name_key: Computed<string>;
  prefix: string;
  secret_hash: Buffer;
  created_by: string | null;
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
  announced_days: number | null;
}

interface ScimUsersTable {
  user_id: string;
  organisation_id: string;
  user_name: string;
  user_name_key: Computed<string>;
  active: boolean;
  attributes: ColumnType<Record<string, unknown>, string | undefined, string>;
  made_at_login: Defaulted<boolean>;
  version: Defaulted<number>;
  created_at: Date;
  changed_at: Date;
  deleted_at: Date | null;
}

interface MappedUsersTable {
  user_id: string;
  roles: string[];
  former_roles: string[];
}

interface ScimGroupsTable {
  group_id: string;
  organisation_id: string;
  connection_id: Defaulted<string | null>;
  display_name: string;
  display_name_key: Computed<string>;
  external_id: string | null;
  attributes: ColumnType<Record<string, unknown>, string | undefined, string>;
  version: Defaulted<number>;
  created_at: Date;
  changed_at: Date;
}

interface ScimMembersTable {
  group_id: string;
  user_id: string;
}

interface ScimGroupRolesTable {
  group_id: string;
  role_name: string;
  mapped_by: Defaulted<string | null>;
}

interface ScimRequestsTable {
  request_id: Computed<number>;
  organisation_id: string;
  at: Date;
  key_name: string;
  method: string;
  path: string;
  status: number;
  outcome: ProvisioningOutcome;
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

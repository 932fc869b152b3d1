/** The context of a directory's request: its organisation, its transaction's time and its actor in the audit. */
import type { ProvisioningOutcome } from '../../../api/contract/directories.shapes.ts';
import { appendAuditEvent, type AuditOrigin } from '../../audit/append.ts';
import { program, type Author } from '../../accounts/author.ts';
import type { Queries } from '../../db/database.ts';
import type { MapChange } from '../roleMap/roleMap.ts';
import type { DirectoryKey } from '../keys/keys.ts';

export interface Directory {
  readonly organisationId: string;
  readonly house: boolean;
  readonly key: DirectoryKey;
  readonly origin: AuditOrigin;
  readonly now: Date;
  /** Base address of the resources. */
  readonly address: string;
}

/** The outcome of a request, for its reply and for the organisation's administrators. */
export interface Done {
  readonly status: 200 | 201 | 204 | 304;
  readonly body?: unknown;
  readonly version?: number;
  readonly location?: string;
  readonly outcome: ProvisioningOutcome;
  readonly people?: number;
  readonly userId?: string;
  readonly groupId?: string;
}

/** No user name has a colon, so that a key can't take a user's name in the audit. */
export const actorOf = (key: Pick<DirectoryKey, 'name'>): string => `SCIM: ${key.name}`;

export const audit = (
  queries: Queries,
  { organisationId, origin }: Directory,
  action: string,
  event: Omit<Parameters<typeof appendAuditEvent>[2], 'action' | 'organisationId'>,
): Promise<void> => appendAuditEvent(queries, origin, { ...event, action: `Scim.${action}`, organisationId });

/** The maker of the key answers for what is done with it. */
export const authorOf = ({ key, now }: Pick<Directory, 'key' | 'now'>): Author => program(actorOf(key), [key.created_by], now);

/** How the map's changes are recorded. */
export const mapChange = ({ key, origin, now }: Directory): MapChange => ({
  origin,
  action: 'Scim.SetRoles',
  author: program(actorOf(key), [key.created_by], now),
});

/** The columns filled by the demo, with their PostgreSQL types; others get the schema's defaults. */
import type { AttachmentsTable, TicketEntriesTable, TicketsTable } from '../db/schema/support.ts';
import type { AuditEventsTable } from '../db/schema/audit.ts';
import type { LinksTable, SessionsTable } from '../db/schema/signIn.ts';
import type { NewUser, OrganisationsTable } from '../db/schema/users.ts';
import type { Columns } from './bulk.ts';

export const organisationColumns: Columns<OrganisationsTable> = {
  organisation_id: 'uuid',
  name: 'text',
  mfa_required: 'boolean',
  approved: 'boolean',
  house: 'boolean',
  created_at: 'timestamptz',
};

export const userColumns: Columns<NewUser> = {
  user_id: 'uuid',
  user_name: 'text',
  email: 'text',
  first_name: 'text',
  last_name: 'text',
  title: 'text',
  organisation_id: 'uuid',
  roles: 'text[]',
  enabled: 'boolean',
  password_hash: 'text',
  failed_sign_ins: 'integer',
  last_failed_at: 'timestamptz',
  locked_until: 'timestamptz',
  mfa_secret: 'text',
  mfa_enrolled_at: 'timestamptz',
  mfa_required_override: 'boolean',
  ui_font_size: 'text',
  locale: 'text',
  audit_digest: 'boolean',
  product_news: 'boolean',
  owner_id: 'uuid',
  invited_by: 'text',
  invite_expires_at: 'timestamptz',
  registered_at: 'timestamptz',
  email_proven_at: 'timestamptz',
  last_login_at: 'timestamptz',
  created_at: 'timestamptz',
};

export const sessionColumns: Columns<SessionsTable> = {
  session_id: 'uuid',
  token_hash: 'bytea',
  user_id: 'uuid',
  kind: 'text',
  remember: 'boolean',
  ip: 'text',
  user_agent: 'text',
  created_at: 'timestamptz',
  last_seen_at: 'timestamptz',
  authenticated_at: 'timestamptz',
  expires_at: 'timestamptz',
  idle_ms: 'bigint',
};

export const linkColumns: Columns<LinksTable> = {
  token_hash: 'bytea',
  purpose: 'text',
  user_id: 'uuid',
  created_at: 'timestamptz',
  expires_at: 'timestamptz',
};

export const eventColumns: Columns<AuditEventsTable> = {
  event_id: 'uuid',
  at: 'timestamptz',
  actor: 'text',
  action: 'text',
  target: 'text',
  target_user_id: 'uuid',
  organisation_id: 'uuid',
  organisation: 'text',
  outcome: 'text',
  ip: 'text',
  user_agent: 'text',
  details: 'jsonb',
};

export const ticketColumns: Columns<TicketsTable> = {
  ticket_id: 'uuid',
  ticket_number: 'text',
  user_id: 'uuid',
  organisation_id: 'uuid',
  sent_by: 'uuid',
  fields: 'jsonb',
  assigned_to: 'uuid',
  version: 'integer',
  link_hash: 'bytea',
  created_at: 'timestamptz',
  answered_at: 'timestamptz',
  closed_at: 'timestamptz',
};

export const ticketEntryColumns: Columns<TicketEntriesTable> = {
  entry_id: 'uuid',
  ticket_id: 'uuid',
  at: 'timestamptz',
  kind: 'text',
  author_id: 'uuid',
  assigned_to: 'uuid',
  text: 'text',
};

export const attachmentColumns: Columns<AttachmentsTable> = {
  attachment_id: 'uuid',
  ticket_id: 'uuid',
  file_name: 'text',
  mime_type: 'text',
  size: 'integer',
  content: 'bytea',
};

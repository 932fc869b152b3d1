import { isSystemAdmin, type Person } from '../../api/contract/person.ts';
import { mayManageView, type ViewTarget } from '../../api/contract/views.policy.ts';
import { readViewContent, type View, type ViewContent } from '../../api/contract/views.ts';
import type { ViewRow } from './repository.ts';

export const asViewTarget = (row: ViewRow): ViewTarget => ({
  ownerId: row.owner_id,
  organisationId: row.organisation_id,
  shared: row.visibility === 'organisation',
  hasActiveOwner: row.has_active_owner,
});

export function presentView(row: ViewRow, reader: Person): View {
  const { content, incomplete } = readViewContent(row.content);
  const usable = isSystemAdmin(reader) ? content : withoutOrganisations(content);
  return {
    viewId: row.view_id,
    name: row.name,
    content: usable,
    incomplete: incomplete || JSON.stringify(usable) !== JSON.stringify(content),
    shared: row.visibility === 'organisation',
    isDefault: row.is_default,
    own: row.owner_id === reader.userId,
    owner: row.owner,
    manageable: mayManageView(reader, asViewTarget(row)) === null,
    createdAt: row.created_at.toISOString(),
    changedAt: row.changed_at.toISOString(),
  };
}

/** The content for administrators of one organisation, whose list has neither the column nor its filter. */
function withoutOrganisations(content: ViewContent): ViewContent {
  const columns = content.columns?.filter((column) => column !== 'organisation');
  return {
    ...content,
    sort: content.sort.filter(({ column }) => column !== 'organisation'),
    where: content.where.filter(({ field }) => field !== 'organisation'),
    columns: columns?.length ? columns : null,
  };
}

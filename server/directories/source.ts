/** How `users.external_source` names an organisation's directory. */
/** Prefix that no source of a `Users.Sync` list may have. */
const SCIM_SOURCE = 'scim:';

/** There is one source for each organisation, so that `externalId` is unique within it. */
export const scimSource = (organisationId: string): string => SCIM_SOURCE + organisationId;

/** How `users.external_source` names an organisation's directory. */
/** No list of `Users.Sync` may call its source so. */
const SCIM_SOURCE = 'scim:';

/** One for each organisation, so that `externalId` is unique within it. */
export const scimSource = (organisationId: string): string => SCIM_SOURCE + organisationId;

/** A person as policies see one: what they are allowed depends on nothing else. */
export const SUBSCRIBER_ADMINISTRATION = 'SubscriberAdministration';
export const SYSTEM_ADMINISTRATION = 'SystemAdministration';

/** Roles of which any one opens the administration of users. */
export const ADMINISTRATOR_ROLES = [SUBSCRIBER_ADMINISTRATION, SYSTEM_ADMINISTRATION] as const;
/** Roles that open what concerns all organisations. */
export const SYSTEM_ADMINISTRATOR_ROLES = [SYSTEM_ADMINISTRATION] as const;

export type RoleName = (typeof ADMINISTRATOR_ROLES)[number];

export interface Person {
  readonly userId: string;
  readonly userName: string;
  readonly displayName: string;
  readonly email: string;
  readonly organisationId: string;
  readonly roles: readonly string[];
}

type HasRoles = Pick<Person, 'roles'>;

export const isSystemAdmin = ({ roles }: HasRoles): boolean => roles.includes(SYSTEM_ADMINISTRATION);

/** May administer at all: an own organisation, or all of them. */
export const isAdmin = ({ roles }: HasRoles): boolean => ADMINISTRATOR_ROLES.some((role) => roles.includes(role));

/** A system administrator acts everywhere, a subscriber administrator inside the own organisation. */
export const inScope = (actor: Pick<Person, 'roles' | 'organisationId'>, organisationId: string): boolean =>
  isSystemAdmin(actor) || (isAdmin(actor) && actor.organisationId === organisationId);

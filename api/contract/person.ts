/** A person as policies see one: what they are allowed depends on nothing else. */
export const SUBSCRIBER_ADMINISTRATION = 'SubscriberAdministration';
export const SYSTEM_ADMINISTRATION = 'SystemAdministration';
const SUPPORT = 'Support';

/** Roles of which any one opens the administration of users. */
export const ADMINISTRATOR_ROLES = [SUBSCRIBER_ADMINISTRATION, SYSTEM_ADMINISTRATION] as const;
/** Roles that open what concerns all organisations. */
export const SYSTEM_ADMINISTRATOR_ROLES = [SYSTEM_ADMINISTRATION] as const;
/** Roles of which any one opens the audit report. */
export const AUDIT_READER_ROLES = [...ADMINISTRATOR_ROLES, SUPPORT] as const;

export type RoleName = (typeof AUDIT_READER_ROLES)[number];

export interface Person {
  readonly userId: string;
  readonly userName: string;
  readonly displayName: string;
  readonly email: string;
  readonly organisationId: string;
  /** Whether that is the operator's own organisation. */
  readonly house: boolean;
  readonly roles: readonly string[];
}

type HasRoles = Pick<Person, 'roles'>;

export const isSystemAdmin = ({ roles }: HasRoles): boolean => roles.includes(SYSTEM_ADMINISTRATION);

/** May administer at all: an own organisation, or all of them. */
export const isAdmin = ({ roles }: HasRoles): boolean => ADMINISTRATOR_ROLES.some((role) => roles.includes(role));

/** Administers one organisation, the own one. */
export const isSubscriberAdminOnly = (person: HasRoles): boolean => isAdmin(person) && !isSystemAdmin(person);

/** May read the audit of the own organisation at least. */
export const isAuditReader = ({ roles }: HasRoles): boolean => AUDIT_READER_ROLES.some((role) => roles.includes(role));

/** SystemAdministration, and Support in the house, which reads the audit of every organisation. */
export const reachesAllOrganisations = ({ roles, house }: Pick<Person, 'roles' | 'house'>): boolean =>
  roles.some((role) => isSystemWide(role, house));

/** @param house whether the role is had in the operator's own organisation */
export const isSystemWide = (roleName: string, house: boolean): boolean =>
  roleName === SYSTEM_ADMINISTRATION || (house && roleName === SUPPORT);

/** A system administrator acts everywhere, a subscriber administrator inside the own organisation. */
export const inScope = (actor: Pick<Person, 'roles' | 'organisationId'>, organisationId: string): boolean =>
  isSystemAdmin(actor) || (isAdmin(actor) && actor.organisationId === organisationId);

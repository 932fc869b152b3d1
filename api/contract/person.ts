/** A user as input of the policies, which depend on nothing else. */
export const SUBSCRIBER_ADMINISTRATION = 'SubscriberAdministration';
export const SYSTEM_ADMINISTRATION = 'SystemAdministration';
const SUPPORT = 'Support';

/** Any of these roles gives access to user administration. */
export const ADMINISTRATOR_ROLES = [SUBSCRIBER_ADMINISTRATION, SYSTEM_ADMINISTRATION] as const;
/** Roles with access to all organisations' settings. */
export const SYSTEM_ADMINISTRATOR_ROLES = [SYSTEM_ADMINISTRATION] as const;
/** Any of these roles gives access to the audit report. */
export const AUDIT_READER_ROLES = [...ADMINISTRATOR_ROLES, SUPPORT] as const;

export type RoleName = (typeof AUDIT_READER_ROLES)[number];

export interface Person {
  readonly userId: string;
  readonly userName: string;
  readonly displayName: string;
  readonly email: string;
  readonly organisationId: string;
  /** Whether it is the operator's own organisation. */
  readonly house: boolean;
  readonly roles: readonly string[];
}

type HasRoles = Pick<Person, 'roles'>;

export const isSystemAdmin = ({ roles }: HasRoles): boolean => roles.includes(SYSTEM_ADMINISTRATION);

/** An administrator of one or of all organisations. */
export const isAdmin = ({ roles }: HasRoles): boolean => ADMINISTRATOR_ROLES.some((role) => roles.includes(role));

/** Administrator of their own organisation only. */
export const isSubscriberAdminOnly = (person: HasRoles): boolean => isAdmin(person) && !isSystemAdmin(person);

/** May read the audit of at least their own organisation. */
export const isAuditReader = ({ roles }: HasRoles): boolean => AUDIT_READER_ROLES.some((role) => roles.includes(role));

/** SystemAdministration, and Support in the house organisation, which reads the audit of every organisation. */
export const reachesAllOrganisations = ({ roles, house }: Pick<Person, 'roles' | 'house'>): boolean =>
  roles.some((role) => isSystemWide(role, house));

/** An administrator, or anyone else with rights beyond one organisation. */
export const hasAdministrativeRole = (person: Pick<Person, 'roles' | 'house'>): boolean =>
  isAdmin(person) || reachesAllOrganisations(person);

/** @param house whether the role's holder belongs to the operator's own organisation */
export const isSystemWide = (roleName: string, house: boolean): boolean =>
  roleName === SYSTEM_ADMINISTRATION || (house && roleName === SUPPORT);

/** A system administrator acts everywhere, a subscriber administrator in their own organisation. */
export const inScope = (actor: Pick<Person, 'roles' | 'organisationId'>, organisationId: string): boolean =>
  isSystemAdmin(actor) || (isAdmin(actor) && actor.organisationId === organisationId);

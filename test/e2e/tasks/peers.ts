/**
 * The same tasks in two other consoles, counted in their published source. Each starts at the user list, as ours do. Keycloak 26:
 * js/apps/admin-ui/src — UserDataTable, EditUser, UserForm, UserCredentials, CredentialRow, ResetCredentialDialog,
 * AddRoleMappingModal, UserEvents. Casdoor 2: web/src — UserListPage, UserEditPage, BaseListPage, PasswordModal, RecordListPage,
 * RoleEditPage, InvitationEditPage.
 */
import { effortOf, type Interaction, told } from './effort.ts';

/** Characters typed: a user name of the demo directory, and an email address. */
const NAME = { typed: 11 } as const;
const ADDRESS = { typed: 22 } as const;

const clicks = (count: number): Interaction[] => Array.from({ length: count }, () => 'click');
const times = (count: number, each: readonly Interaction[]): Interaction[] => Array.from({ length: count }, () => each).flat();

/** Keycloak: search field, name, Enter, the name in the row. Casdoor: column filter, name, Enter, "Edit". */
const found: readonly Interaction[] = ['click', NAME, 'key', 'click'];

interface Peers {
  readonly keycloak: string;
  readonly casdoor: string;
}

const can = (interactions: readonly Interaction[], note = ''): string => `${told(effortOf(interactions))}${note}`;

export const peers = {
  unlock: { keycloak: can([...found, 'click']), casdoor: 'not in the console' },
  disable: { keycloak: can([...found, ...clicks(2)]), casdoor: can([...found, ...clicks(2)]) },
  resetMfa: { keycloak: can([...found, ...clicks(4)]), casdoor: can([...found, ...clicks(2)]) },
  mailPassword: {
    keycloak: can([...found, ...clicks(5)]),
    casdoor: `no mail; by hand ${can([...found, 'click', NAME, NAME, 'click'])}`,
  },
  why: { keycloak: can([...found, ...clicks(2)], ', no single place'), casdoor: 'not in the console' },
  inviteThree: {
    keycloak: can(times(3, ['click', ADDRESS, NAME, ...clicks(6)])),
    casdoor: can(['click', { typed: 66 }, ...clicks(4)], ', one code for all'),
  },
  grantRole: { keycloak: can([...found, ...clicks(2), NAME, 'key', ...clicks(1)]), casdoor: can([...clicks(5), NAME, 'click']) },
  impersonate: {
    keycloak: can([...found, ...clicks(3)], ', no reason'),
    casdoor: can(['click', NAME, 'key', 'click'], ', no reason, no band'),
  },
  disableFifty: {
    keycloak: can([...times(50, clicks(4)), ...clicks(3)], ', one by one'),
    casdoor: can([...times(50, clicks(3)), ...clicks(3)], ', one by one'),
  },
  exportDormant: { keycloak: 'not possible', casdoor: 'not possible' },
} as const satisfies Record<string, Peers>;

export type Task = keyof typeof peers;

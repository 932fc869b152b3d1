/**
 * The same tasks in two other consoles, counted in their published source. Each starts at the user list, as ours do. Keycloak 26:
 * js/apps/admin-ui/src — UserDataTable, EditUser, UserForm, UserCredentials, CredentialRow, ResetCredentialDialog,
 * AddRoleMappingModal, UserEvents. Casdoor 2: web/src — UserListPage, UserEditPage, BaseListPage, PasswordModal, RecordListPage,
 * RoleEditPage, InvitationEditPage.
 */
import { effortOf, type Interaction, formatEffort } from './effort.ts';

/** Characters typed: a user name of the demo directory, and an email address. */
const NAME = { typed: 11 } as const;
const ADDRESS = { typed: 22 } as const;

const clicks = (count: number): Interaction[] => Array.from({ length: count }, () => 'click');
const repeat = (count: number, each: readonly Interaction[]): Interaction[] => Array.from({ length: count }, () => each).flat();

/** Keycloak: search field, name, Enter, the name in the row. Casdoor: column filter, name, Enter, "Edit". */
const findUser: readonly Interaction[] = ['click', NAME, 'key', 'click'];

interface Peers {
  readonly keycloak: string;
  readonly casdoor: string;
}

const formatted = (interactions: readonly Interaction[], note = ''): string => `${formatEffort(effortOf(interactions))}${note}`;

export const peers = {
  unlock: { keycloak: formatted([...findUser, 'click']), casdoor: 'not in the console' },
  disable: { keycloak: formatted([...findUser, ...clicks(2)]), casdoor: formatted([...findUser, ...clicks(2)]) },
  resetMfa: { keycloak: formatted([...findUser, ...clicks(4)]), casdoor: formatted([...findUser, ...clicks(2)]) },
  mailPassword: {
    keycloak: formatted([...findUser, ...clicks(5)]),
    casdoor: `no mail; by hand ${formatted([...findUser, 'click', NAME, NAME, 'click'])}`,
  },
  why: { keycloak: formatted([...findUser, ...clicks(2)], ', no single place'), casdoor: 'not in the console' },
  inviteThree: {
    keycloak: formatted(repeat(3, ['click', ADDRESS, NAME, ...clicks(6)])),
    casdoor: formatted(['click', { typed: 66 }, ...clicks(4)], ', one code for all'),
  },
  grantRole: {
    keycloak: formatted([...findUser, ...clicks(2), NAME, 'key', ...clicks(1)]),
    casdoor: formatted([...clicks(5), NAME, 'click']),
  },
  impersonate: {
    keycloak: formatted([...findUser, ...clicks(3)], ', no reason'),
    casdoor: formatted(['click', NAME, 'key', 'click'], ', no reason, no band'),
  },
  disableFifty: {
    keycloak: formatted([...repeat(50, clicks(4)), ...clicks(3)], ', one by one'),
    casdoor: formatted([...repeat(50, clicks(3)), ...clicks(3)], ', one by one'),
  },
  exportDormant: { keycloak: 'not possible', casdoor: 'not possible' },
} as const satisfies Record<string, Peers>;

export type Task = keyof typeof peers;

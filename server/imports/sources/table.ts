/**
 * A table: CSV with a column of hashes as PHC or modular crypt. The columns of WordPress (`wp_users`), Django (`auth_user`) and better-auth
 * are known by their names, others by common ones.
 */
import { withoutFormulaGuards } from '../../../api/contract/csv.ts';
import { EMPTY_PERSON, type ForeignPerson } from '../person.ts';

const columns = {
  id: /^(?:id|userid|externalid|uid)$/,
  userName: /^(?:username|userlogin|login|account|benutzername)$/,
  email: /^(?:useremail|email|emailaddress|mail)$/,
  emailVerified: /^(?:emailverified|emailconfirmed|isemailverified)$/,
  firstName: /^(?:firstname|givenname|vorname)$/,
  lastName: /^(?:lastname|familyname|surname|nachname)$/,
  name: /^(?:displayname|name|fullname)$/,
  enabled: /^(?:enabled|isactive|active)$/,
  roles: /^(?:roles?|wpcapabilities|capabilities)$/,
  groups: /^(?:groups?|groupnames?)$/,
  organisation: /^(?:organi[sz]ation(?:name)?|company|client|portfolio)$/,
  passwordHash: /^(?:userpass|password(?:hash|digest|encrypted)?|hash|encryptedpassword)$/,
  totp: /^(?:totp(?:secret|key)?|otpsecret|mfasecret)$/,
} as const;
type Column = keyof typeof columns;

export type Heads = ReadonlyMap<Column, number>;

const simple = (head: string): string => head.toLowerCase().replaceAll(/[^a-z\d]/g, '');

/** The columns of a header line; undefined if it has none that says who a person is. */
export function readHeads(cells: readonly string[]): Heads | undefined {
  const heads = cells.map(simple);
  const found = (Object.keys(columns) as Column[]).flatMap((column) => {
    const at = heads.findIndex((head) => columns[column].test(head));
    return at < 0 ? [] : [[column, at] as const];
  });
  const known = new Map(found);
  return known.has('email') && (known.has('userName') || known.has('passwordHash')) ? known : undefined;
}

/** WordPress keeps roles as PHP has serialised them: `a:1:{s:10:"subscriber";b:1;}`. */
const rolesOf = (cell: string): string[] =>
  cell.startsWith('a:')
    ? [...cell.matchAll(/s:\d+:"([^"]+)";b:1/g)].map(([, role = '']) => role)
    : cell
        .split(/[;,|]/)
        .map((role) => role.trim())
        .filter((role) => role !== '');

const isTrue = (cell: string): boolean => /^(?:1|t|true|yes|y)$/i.test(cell.trim());

/** A key alone, or an `otpauth:` address with its parameters. */
function authenticatorOf(cell: string): ForeignPerson['authenticator'] {
  if (cell === '') return undefined;
  if (!cell.startsWith('otpauth://totp/') || !URL.canParse(cell))
    return { secret: cell.replaceAll(/[\s-]/g, '').toUpperCase(), algorithm: 'SHA1', digits: 6, period: 30 };
  const { searchParams: given } = new URL(cell);
  return {
    secret: given.get('secret') ?? '',
    algorithm: given.get('algorithm') ?? 'SHA1',
    digits: Number(given.get('digits') ?? 6),
    period: Number(given.get('period') ?? 30),
  };
}

export function rowToPerson(heads: Heads, cells: readonly string[]): ForeignPerson {
  const cell = (column: Column): string => withoutFormulaGuards(cells[heads.get(column) ?? -1] ?? '').trim();
  const email = cell('email');
  return {
    ...EMPTY_PERSON,
    id: cell('id') || email,
    userName: cell('userName'),
    email,
    emailVerified: isTrue(cell('emailVerified')),
    firstName: cell('firstName'),
    lastName: cell('lastName'),
    name: cell('name'),
    enabled: !heads.has('enabled') || isTrue(cell('enabled')),
    roles: rolesOf(cell('roles')),
    groups: rolesOf(cell('groups')),
    organisation: cell('organisation'),
    passwordHash: cell('passwordHash').replace(/^!.*$/, ''),
    authenticator: authenticatorOf(cell('totp')),
  };
}

/** The identity of each generated user; user names and addresses are unique for any number of users. */
import { accounts, FIRST_GENERATED } from './accounts.ts';
import { cultures, type Culture } from './names.ts';
import { scriptCultures } from './names.scripts.ts';
import { organisationAt } from './organisations.ts';
import { fraction, pick, uuid } from './random.ts';

interface Identity {
  readonly userId: string;
  readonly userName: string | null;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly title: string | null;
  readonly locale: string | null;
}

interface Name {
  readonly native: string;
  readonly latin: string;
}

const SALT = 200;

const titles = [
  ...[
    'Portfolio analyst',
    'Claims handler',
    'Actuary',
    'Underwriter',
    'Branch manager',
    'Compliance officer',
    'Fund accountant',
    'Risk manager',
  ],
  ...[
    'Customer adviser',
    'Payments clerk',
    'Team leader',
    'Office manager',
    'Internal auditor',
    'Data steward',
    'Relationship manager',
    'Paralegal',
  ],
  ...[
    'Senior vice president, settlements and corporate actions',
    'Sachbearbeiterin',
    'Abteilungsleiter',
    'Broker',
    'Trainee',
    'Treasurer',
    'HR partner',
  ],
];

/** Letters that Unicode normalisation does not decompose. */
const letters: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ð: 'd', æ: 'ae', œ: 'oe', ß: 'ss', ı: 'i', þ: 'th' };

function parse(names: string): Name[] {
  return names.split(' ').map((entry) => {
    const [native = '', latin = native] = entry.replaceAll('_', ' ').split('=');
    const plain = latin.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
    return { native, latin: plain.replace(/[^a-z]/g, (letter) => letters[letter] ?? '') };
  });
}

const tables = [...cultures, ...scriptCultures].map(({ locale, given, family }: Culture) => ({
  locale,
  given: parse(given),
  family: parse(family),
}));

/** Number of different full names; beyond it, user names are numbered. */
export const combinations = tables.reduce((sum, { given, family }) => sum + given.length * family.length, 0);

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** Coprime to the number of combinations: visits each once, and neighbours differ. */
const step = ((): number => {
  let candidate = Math.floor(combinations * 0.618);
  while (divisor(candidate, combinations) !== 1) candidate += 1;
  return candidate;
})();

function nameAt(combination: number): { given: Name; family: Name; locale: string | null } {
  let rest = combination;
  for (const { given, family, locale } of tables) {
    const first = given[Math.floor(rest / family.length)];
    const last = family[rest % family.length];
    if (first && last && rest < given.length * family.length) return { given: first, family: last, locale };
    rest -= given.length * family.length;
  }
  throw new RangeError(`There is no name ${String(combination)}`);
}

function userNameOf(given: Name, family: Name, combination: number): string {
  const joined = fraction(SALT, combination, 1) < 0.7 ? `${given.latin}_${family.latin}` : `${given.latin}${family.latin}`;
  return joined.length < 6 ? `${joined}${String(10 + (combination % 90))}` : joined;
}

/** @param organisation index; gives the mail domain */
export function identityOf(index: number, organisation: number): Identity {
  const userId = uuid(SALT, index);
  const known = accounts[index];
  if (known) {
    const { userName, email, firstName, lastName, title } = known;
    return { userId, userName, email, firstName, lastName, title, locale: null };
  }
  const offset = index - FIRST_GENERATED;
  const combination = (offset * step) % combinations;
  const round = Math.floor(offset / combinations);
  const { given, family, locale } = nameAt(combination);
  const userName = `${userNameOf(given, family, combination)}${round === 0 ? '' : String(round + 1)}`;
  return {
    userId,
    userName,
    email: `${userName.replace('_', '.')}@${organisationAt(organisation).mailDomain}`,
    firstName: given.native,
    lastName: family.native,
    title: fraction(SALT, index, 2) < 0.72 ? pick(titles, SALT, index, 3) : null,
    locale: fraction(SALT, index, 4) < 0.6 ? locale : null,
  };
}

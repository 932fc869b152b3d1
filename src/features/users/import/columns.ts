/** Which column is which: as it was chosen for these heads before, else as the heads sound, in English or German. */
import { folded, type ImportField, importFields } from '@store/users/import/importRows.ts';
import { browserMemory } from '@src/browser/browserMemory.ts';

const MEMORY = 'importColumns';

const sounds: Readonly<Record<ImportField, RegExp>> = {
  userName: /^(user|login|account|benutzer|anmelde)(name)?$|^kennung$|^samaccountname$/,
  email: /^e?mail(address|adresse)?$/,
  firstName: /^(first|given|fore)name$|^vorname$/,
  lastName: /^(last|sur|family|nach|familien)?name$/,
  title: /^(job)?tit(le|el)$|^position$/,
  organisationPublicId: /^organi[sz]ation(s?(name|id|publicid))?$|^(client|portfolio|company|firma|publicid)(name|id)?$/,
  roles: /^(roles?|rollen?|groups?)$/,
  enabled: /^(is)?(enabled|active)$|^status$|^(aktiv|aktiviert)$/,
  externalId: /^(external|user|employee|staff|personnel|person)?(id|number)$|^(personal)?nummer$/,
};

const plain = (head: string): string => folded(head).replace(/[^a-z\d]/g, '');

function remembered(): Partial<Record<string, unknown>> {
  try {
    return Object(JSON.parse(browserMemory.read(MEMORY) ?? '{}')) as Partial<Record<string, unknown>>;
  } catch {
    return {};
  }
}

export type Columns = Readonly<Record<ImportField, number>>;

export function guessColumns(heads: readonly string[]): Columns {
  const before = remembered();
  const taken = new Set<number>();
  const pick = (find: (head: string, field: ImportField) => boolean, known: Partial<Columns>): Partial<Columns> =>
    Object.fromEntries(
      importFields.map((field) => {
        const at = known[field] ?? heads.findIndex((head, place) => !taken.has(place) && find(head, field));
        taken.add(at);
        return [field, at < 0 ? undefined : at];
      }),
    );
  const known = pick((head, field) => head !== '' && before[field] === head, {});
  const all = pick((head, field) => sounds[field].test(plain(head)), known);
  return Object.fromEntries(importFields.map((field) => [field, all[field] ?? -1])) as Columns;
}

/** Heads and the name of the list alone: nothing of anybody. */
export function rememberColumns(heads: readonly string[], columns: Columns, source: string): void {
  const named = importFields.map((field) => [field, heads[columns[field]]]);
  browserMemory.write(MEMORY, JSON.stringify({ ...Object.fromEntries(named), source }));
}

export const rememberedSource = (): string => {
  const { source } = remembered();
  return typeof source === 'string' && source ? source : 'CSV';
};

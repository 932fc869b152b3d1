/** Assigns columns as chosen before for these headers, otherwise by English and German header names. */
import { folded } from '@api/contract/rules/folded.ts';
import { type ImportField, importFields } from '@store/imports/importRows.ts';
import { browserMemory } from '@src/browser/browserMemory.ts';

const STORAGE_KEY = 'importColumns';

const headPatterns: Readonly<Record<ImportField, RegExp>> = {
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

/** Other characters are left out of a comparison, so a header with them is taken only if none without them fits. */
const plainHead = /^[\p{Script=Latin}\p{M}\d\s_./()-]*$/u;

const simplified = (head: string): string => folded(head).replace(/[^a-z\d]/g, '');

function readMemory(): Partial<Record<string, unknown>> {
  try {
    return Object(JSON.parse(browserMemory.read(STORAGE_KEY) ?? '{}')) as Partial<Record<string, unknown>>;
  } catch {
    return {};
  }
}

type Columns = Readonly<Record<ImportField, number>>;

export function guessColumns(heads: readonly string[]): Columns {
  const stored = readMemory();
  const taken = new Set<number>();
  const pick = (find: (head: string, field: ImportField) => boolean, known: Partial<Columns>): Partial<Columns> =>
    Object.fromEntries(
      importFields.map((field) => {
        const at = known[field] ?? heads.findIndex((head, place) => !taken.has(place) && find(head, field));
        taken.add(at);
        return [field, at < 0 ? undefined : at];
      }),
    );
  const known = pick((head, field) => head !== '' && stored[field] === head, {});
  const matches = (head: string, field: ImportField) => headPatterns[field].test(simplified(head));
  const plain = pick((head, field) => plainHead.test(head) && matches(head, field), known);
  const all = pick(matches, plain);
  return Object.fromEntries(importFields.map((field) => [field, all[field] ?? -1])) as Columns;
}

/** Stores headers and the source name only, no personal data. */
export function rememberColumns(heads: readonly string[], columns: Columns, source: string): void {
  const named = importFields.map((field) => [field, heads[columns[field]]]);
  browserMemory.write(STORAGE_KEY, JSON.stringify({ ...Object.fromEntries(named), source }));
}

export const rememberedSource = (): string => {
  const { source } = readMemory();
  return typeof source === 'string' && source ? source : 'CSV';
};

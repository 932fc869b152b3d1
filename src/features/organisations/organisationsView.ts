/** The state of the list and its URL form: `?search=mutual&sort=-userCount&organisation=<id>`. */
import type { Organisation } from '@api/contract/organisations.ts';
import { paths } from '@src/paths.ts';

export const columnKeys = ['organisationName', 'userCount', 'mfaRequired', 'approved', 'createdAt'] as const;
export type ColumnKey = (typeof columnKeys)[number];

export interface OrganisationsView {
  readonly search: string;
  readonly sort: ColumnKey;
  readonly descending: boolean;
}

const initially: OrganisationsView = { search: '', sort: 'organisationName', descending: false };

export function readView(query: URLSearchParams): OrganisationsView {
  const sort = query.get('sort') ?? '';
  const key = columnKeys.find((column) => column === sort.replace(/^-/, ''));
  return {
    search: (query.get('search') ?? '').slice(0, 255),
    ...(key ? { sort: key, descending: sort.startsWith('-') } : { sort: initially.sort, descending: initially.descending }),
  };
}

/** @param open ID of the organisation in the panel */
export function addressOf({ search, sort, descending }: OrganisationsView, open?: string): string {
  const isSorted = sort !== initially.sort || descending;
  return paths.organisations.to(
    {},
    { search: search.trim() || undefined, sort: isSorted ? `${descending ? '-' : ''}${sort}` : undefined, organisation: open },
  );
}

export const nextSort = (view: OrganisationsView, column: ColumnKey): OrganisationsView => ({
  ...view,
  sort: column,
  descending: view.sort === column ? !view.descending : column === 'userCount' || column === 'createdAt',
});

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Organisations that match every search word by name or ID, sorted by the view, then by name. */
export function filterAndSort(
  organisations: readonly Organisation[],
  { search, sort, descending }: OrganisationsView,
  locale: string,
): readonly Organisation[] {
  const words = folded(search).split(/\s+/).filter(Boolean);
  const { compare } = new Intl.Collator(locale);
  const compareBySort = (one: Organisation, other: Organisation): number => {
    const [left, right] = [one[sort], other[sort]];
    return typeof left === 'string' && typeof right === 'string' ? compare(left, right) : Number(left) - Number(right);
  };
  const byName = (one: Organisation, other: Organisation) => compare(one.organisationName, other.organisationName);
  return organisations
    .filter(({ organisationName, publicId }) => words.every((word) => `${folded(organisationName)} ${publicId}`.includes(word)))
    .toSorted((one, other) => (descending ? -compareBySort(one, other) : compareBySort(one, other)) || byName(one, other));
}

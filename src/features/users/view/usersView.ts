/** What the list shows, as one value: filter, search, sort and column conditions; and how it stands in the address, whole. */
import { pathFilters, sortableColumns, type SortableColumn, userFilters, type UserFilter } from '@api/contract/users.page.ts';
import type { UserCondition } from '@api/contract/users.ts';
import { paths } from '@src/paths.ts';
import { conditionsIn, writeConditions } from './conditions.ts';

export interface SortTerm {
  readonly column: SortableColumn;
  readonly descending: boolean;
}

export interface UsersView {
  readonly filter: UserFilter;
  /** As it is sent: no space at either end, one between words. */
  readonly search: string;
  /** Empty: by user name. */
  readonly sort: readonly SortTerm[];
  readonly where: readonly UserCondition[];
}

export const everybody: UsersView = { filter: 'all', search: '', sort: [], where: [] };

/** SPEC.md's filters stand in the path, the others in the query: `/Users/List/all/smith?only=locked`. */
const ONLY = 'only';
const SORT = 'sort';
const SEARCH = 'search';
/** User name of the one whose panel is open. */
const USER = 'user';

export const normalised = (search: string): string => search.trim().replace(/\s+/gu, ' ');

const oneOf = <Value extends string>(values: readonly Value[], text: string | null | undefined): Value | undefined =>
  values.find((value) => value === text);

const sortText = (sort: readonly SortTerm[]): string =>
  sort.map(({ column, descending }) => (descending ? `-${column}` : column)).join(',');

function readSort(text: string | null): readonly SortTerm[] {
  const terms = (text ?? '').split(',').flatMap((term) => {
    const descending = term.startsWith('-');
    const column = oneOf(sortableColumns, descending ? term.slice(1) : term);
    return column ? [{ column, descending }] : [];
  });
  return terms.filter(({ column }, index) => terms.findIndex((other) => other.column === column) === index);
}

interface Params {
  readonly filter?: string | undefined;
  readonly search?: string | undefined;
}

/** Case-insensitive, as the rest of the path is. */
const readFilter = (text: string | null | undefined): UserFilter | undefined =>
  userFilters.find((filter) => filter.toLowerCase() === text?.toLowerCase());

/** What stands where a filter belongs and is none. */
export const readUnknownFilter = ({ filter }: Params, query: URLSearchParams): string | undefined =>
  [query.get(ONLY), filter].find((text) => text && !readFilter(text)) ?? undefined;

/** Reads an address; whatever in it is unknown counts as not there. */
export function readView({ filter, search }: Params, query: URLSearchParams): UsersView {
  return {
    filter: readFilter(query.get(ONLY)) ?? readFilter(filter) ?? 'all',
    search: normalised(search ?? query.get(SEARCH) ?? ''),
    sort: readSort(query.get(SORT)),
    where: conditionsIn(query),
  };
}

export const readOpenUser = (query: URLSearchParams): string | undefined => query.get(USER) ?? undefined;

/** Browsers take a segment of dots for a step up, whatever its escape; the router takes `%2F` for a slash, however often escaped. */
const fitsPath = (search: string): boolean => !/^\.+$|%2f/i.test(search);

/** The address of a view, and of the panel open in it. */
export function addressOf({ filter, search, sort, where }: UsersView, openUser?: string): string {
  const ofPath = oneOf(pathFilters, filter);
  const inPath = search !== '' && fitsPath(search);
  const query = new URLSearchParams();
  if (!ofPath && filter !== 'all') query.set(ONLY, filter);
  if (search !== '' && !inPath) query.set(SEARCH, search);
  if (sort.length > 0) query.set(SORT, sortText(sort));
  writeConditions(query, where);
  if (openUser !== undefined) query.set(USER, openUser);
  const text = query.toString();
  const path = paths.usersList.to({ filter: ofPath ?? (inPath ? 'all' : undefined), search: inPath ? search : undefined });
  return text === '' ? path : `${path}?${text}`;
}

/** The arguments of `Users.Page`, without place. */
export const pageArgs = ({ filter, search, sort, where }: UsersView) => ({
  filter,
  ...(search !== '' && { search }),
  ...(sort.length > 0 && { sort: sortText(sort) }),
  ...(where.length > 0 && { where: [...where] }),
});

const firstDescending: readonly SortableColumn[] = ['lastLoginAt', 'createdAt'];

/**
 * The sort after a press on a column's header: one way, the other way, not at all; times begin with the newest.
 * `more` keeps the other columns (Shift).
 */
export function pressedSort(sort: readonly SortTerm[], column: SortableColumn, more: boolean): readonly SortTerm[] {
  const first: SortTerm = { column, descending: firstDescending.includes(column) };
  // Without any sort the list is by user name, so that the first press there turns it round.
  const before = sort.length === 0 && column === 'userName' ? first : sort.find((term) => term.column === column);
  const next = !before ? first : before.descending === first.descending ? { column, descending: !first.descending } : undefined;
  if (!more) return next ? [next] : [];
  if (!next) return sort.filter((term) => term.column !== column);
  return before && sort.length > 0 ? sort.map((term) => (term.column === column ? next : term)) : [...sort, next];
}

/** How a column is sorted by now, the order without any sort included; `place` counts from 1 where several are. */
export function sortOf(
  sort: readonly SortTerm[],
  column: string,
): { descending: boolean; place: number | undefined } | undefined {
  if (sort.length === 0) return column === 'userName' ? { descending: false, place: undefined } : undefined;
  const index = sort.findIndex((term) => term.column === column);
  const term = sort[index];
  return term && { descending: term.descending, place: sort.length > 1 ? index + 1 : undefined };
}

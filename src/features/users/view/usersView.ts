/** The state of the list (filter, search, sort, column conditions) and its URL form. */
import { pathFilters, sortableColumns, type SortableColumn, userFilters, type UserFilter } from '@api/contract/users.page.ts';
import type { UserCondition } from '@api/contract/users.conditions.ts';
import { paths } from '@src/paths.ts';
import { conditionFor, conditionsIn, writeConditions } from './conditions.ts';

interface SortTerm {
  readonly column: SortableColumn;
  readonly descending: boolean;
}

export const tabFilters = ['all', ...pathFilters] as const satisfies readonly UserFilter[];
export type TabFilter = (typeof tabFilters)[number];

export interface UsersView {
  readonly filter: TabFilter;
  /** Normalised: trimmed, single spaces. */
  readonly search: string;
  /** Empty: sorted by user name. */
  readonly sort: readonly SortTerm[];
  readonly where: readonly UserCondition[];
}

export const allUsersView: UsersView = { filter: 'all', search: '', sort: [], where: [] };

/** SPEC.md's filters are in the path. The server's others were in the query, as `only=locked`, and are conditions by now. */
const ONLY_PARAM = 'only';
const SORT_PARAM = 'sort';
const SEARCH_PARAM = 'search';
/** User name of the open panel. */
const USER_PARAM = 'user';
/** Id of the saved view that is shown, or `ALL_USERS`. */
const VIEW_PARAM = 'view';

/** Stands in the place of a view's id: the default view is not wanted. */
export const ALL_USERS = 'all';

export const normaliseSearch = (search: string): string => search.trim().replace(/\s+/gu, ' ');

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

/** Ignores case, as the rest of the path. */
const readFilter = (text: string | null | undefined): UserFilter | undefined =>
  userFilters.find((filter) => filter.toLowerCase() === text?.toLowerCase());

/** An unknown filter in the URL. */
export const readUnknownFilter = ({ filter }: Params, query: URLSearchParams): string | undefined =>
  [query.get(ONLY_PARAM), filter].find((text) => text && !readFilter(text)) ?? undefined;

/** Unknown parts of the URL are ignored. */
export function readView({ filter, search }: Params, query: URLSearchParams): UsersView {
  const named = [query.get(ONLY_PARAM), filter].flatMap((text) => readFilter(text) ?? []);
  return {
    ...splitFilters(named, conditionsIn(query)),
    search: normaliseSearch(search ?? query.get(SEARCH_PARAM) ?? ''),
    sort: readSort(query.get(SORT_PARAM)),
  };
}

/** Filters of the server as a tab and conditions. */
export function splitFilters(
  filters: readonly UserFilter[],
  where: readonly UserCondition[],
): Pick<UsersView, 'filter' | 'where'> {
  return {
    filter: filters.map((filter) => oneOf(tabFilters, filter)).find(Boolean) ?? 'all',
    where: [...filters.flatMap((filter) => conditionFor(filter) ?? []), ...where],
  };
}

export const readOpenUser = (query: URLSearchParams): string | undefined => query.get(USER_PARAM) ?? undefined;

export const readViewId = (query: URLSearchParams): string | undefined => query.get(VIEW_PARAM) ?? undefined;

/**
 * Browsers resolve segments of dots as parent folders even if escaped; the router decodes `%2F` to a slash at any depth of
 * escaping.
 */
const fitsPath = (search: string): boolean => !/^\.+$|%2f/i.test(search);

/** URL of a view with an optional open panel. @param viewId the saved view that it comes from */
export function addressOf({ filter, search, sort, where }: UsersView, openUser?: string, viewId?: string): string {
  const pathFilter = oneOf(pathFilters, filter);
  const isSearchInPath = search !== '' && fitsPath(search);
  const query = new URLSearchParams();
  if (search !== '' && !isSearchInPath) query.set(SEARCH_PARAM, search);
  if (sort.length > 0) query.set(SORT_PARAM, sortText(sort));
  writeConditions(query, where);
  if (viewId !== undefined) query.set(VIEW_PARAM, viewId);
  if (openUser !== undefined) query.set(USER_PARAM, openUser);
  const text = query.toString();
  const path = paths.usersList.to({
    filter: pathFilter ?? (isSearchInPath ? 'all' : undefined),
    search: isSearchInPath ? search : undefined,
  });
  return text === '' ? path : `${path}?${text}`;
}

/** Arguments of `Users.Counts`. */
export const countArgs = ({ search, where }: Pick<UsersView, 'search' | 'where'>) => ({
  ...(search !== '' && { search }),
  ...(where.length > 0 && { where: [...where] }),
});

/** Arguments of `Users.Page` without offset and limit. */
export const pageArgs = ({ filter, sort, ...narrowed }: UsersView) => ({
  filter,
  ...countArgs(narrowed),
  ...(sort.length > 0 && { sort: sortText(sort) }),
});

const descendingFirst: readonly SortableColumn[] = ['lastLoginAt', 'createdAt'];

/**
 * The sort after a click on a header: first direction, other direction, none; times start with the newest first.
 * @param more keep the other columns (Shift)
 */
export function nextSort(sort: readonly SortTerm[], column: SortableColumn, more: boolean): readonly SortTerm[] {
  const first: SortTerm = { column, descending: descendingFirst.includes(column) };
  // No sort means by user name, so that the first click there reverses it.
  const current = sort.length === 0 && column === 'userName' ? first : sort.find((term) => term.column === column);
  const next = !current ? first : current.descending === first.descending ? { column, descending: !first.descending } : undefined;
  if (!more) return next ? [next] : [];
  if (!next) return sort.filter((term) => term.column !== column);
  return current && sort.length > 0 ? sort.map((term) => (term.column === column ? next : term)) : [...sort, next];
}

/** Sort state of a column, including the default order; `rank` counts from 1 if several columns are sorted. */
export function sortOf(sort: readonly SortTerm[], column: string): { descending: boolean; rank: number | undefined } | undefined {
  if (sort.length === 0) return column === 'userName' ? { descending: false, rank: undefined } : undefined;
  const index = sort.findIndex((term) => term.column === column);
  const term = sort[index];
  return term && { descending: term.descending, rank: sort.length > 1 ? index + 1 : undefined };
}

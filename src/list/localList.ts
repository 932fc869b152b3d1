/**
 * A list whose rows the server returns at once: search and sort happen in the browser and are in the URL, as is the row whose panel
 * is open: `?search=mutual&sort=-userCount&organisation=<id>`. A filter has a parameter of its own: `?directory=silent,failing`.
 */
import type { SharingColumn } from '@src/ui/grid/fitColumns.ts';

/** Characters. */
export const MAX_SEARCH_LENGTH = 255;

export interface ListView {
  readonly search: string;
  /** Key of a column. */
  readonly sort: string;
  readonly descending: boolean;
  /** Values that narrow the list, by the key of their filter. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
}

interface SortedColumn {
  readonly key: string;
  readonly descendingFirst?: boolean;
}

type ListQuery = Readonly<Record<string, string | undefined>>;

/** The parts of a list's configuration that its URL depends on. */
export interface ListAddressing {
  readonly path: { readonly to: (params: Readonly<Record<string, never>>, query: ListQuery) => string };
  /** Query parameter with the ID of the open row. */
  readonly openParameter: string;
  /** The list is sorted by the first column at first. */
  readonly columns: readonly [SortedColumn, ...SortedColumn[]];
  readonly filters?: readonly { readonly key: string }[];
}

export interface LocalListColumn<Row, Key extends string = string>
  extends Omit<SharingColumn<Row>, 'label' | 'key' | 'sortable'>, SortedColumn {
  readonly key: Key;
  readonly sortValue: (row: Row) => string | number;
}

export interface LocalList<Row, Key extends string = string> extends ListAddressing {
  readonly idOf: (row: Row) => string;
  /** Equal rows are sorted by name. */
  readonly nameOf: (row: Row) => string;
  readonly searchTextOf: (row: Row) => string;
  readonly columns: readonly [LocalListColumn<Row, Key>, ...LocalListColumn<Row, Key>[]];
  /** A row is left in by each of its values; the key is also the URL's parameter. */
  readonly filters?: readonly { readonly key: string; readonly valuesOf: (row: Row) => readonly string[] }[];
  /** The first columns on a phone, with cells of two lines; those of `columns` follow. */
  readonly narrowColumns?: readonly LocalListColumn<Row, Key>[];
}

export function readView({ columns, filters = [] }: ListAddressing, query: URLSearchParams): ListView {
  const sort = query.get('sort') ?? '';
  const column = columns.find(({ key }) => key === sort.replace(/^-/, ''));
  return {
    search: (query.get('search') ?? '').slice(0, MAX_SEARCH_LENGTH),
    sort: (column ?? columns[0]).key,
    descending: column !== undefined && sort.startsWith('-'),
    filters: Object.fromEntries(
      filters.flatMap(({ key }) => {
        const values = (query.get(key) ?? '').split(',').filter(Boolean);
        return values.length > 0 ? [[key, values]] : [];
      }),
    ),
  };
}

/** @param openId ID of the row whose panel is open */
export function addressOf(
  { columns, path, openParameter }: ListAddressing,
  { search, sort, descending, filters }: ListView,
  openId?: string,
): string {
  const isInitialSort = sort === columns[0].key && !descending;
  return path.to(
    {},
    {
      search: search.trim() || undefined,
      sort: isInitialSort ? undefined : `${descending ? '-' : ''}${sort}`,
      ...Object.fromEntries(Object.entries(filters).map(([key, values]) => [key, values.join(',') || undefined])),
      [openParameter]: openId,
    },
  );
}

/** The sort after a click on a column: the first click sorts by it, each further one reverses. */
export const nextSort = ({ columns }: ListAddressing, view: ListView, column: string): ListView => ({
  ...view,
  sort: column,
  descending: view.sort === column ? !view.descending : (columns.find(({ key }) => key === column)?.descendingFirst ?? false),
});

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Rows in which every search word occurs and that every filter leaves, sorted by the view, then by name. */
export function filterAndSort<Row>(
  { columns, filters = [], nameOf, searchTextOf }: Pick<LocalList<Row>, 'columns' | 'filters' | 'nameOf' | 'searchTextOf'>,
  rows: readonly Row[],
  { search, sort, descending, filters: chosen }: ListView,
  locale: string,
): readonly Row[] {
  const words = folded(search).split(/\s+/).filter(Boolean);
  const { compare } = new Intl.Collator(locale);
  const { sortValue } = columns.find(({ key }) => key === sort) ?? columns[0];
  const compareBySort = (row: Row, other: Row): number => {
    const [left, right] = [sortValue(row), sortValue(other)];
    return typeof left === 'string' && typeof right === 'string' ? compare(left, right) : Number(left) - Number(right);
  };
  const matches = (row: Row): boolean => {
    const text = folded(searchTextOf(row));
    return words.every((word) => text.includes(word));
  };
  const isLeft = (row: Row): boolean =>
    filters.every(({ key, valuesOf }) => {
      const wanted = chosen[key] ?? [];
      return wanted.length === 0 || valuesOf(row).some((value) => wanted.includes(value));
    });
  return rows
    .filter((row) => matches(row) && isLeft(row))
    .toSorted((row, other) => (descending ? -1 : 1) * compareBySort(row, other) || compare(nameOf(row), nameOf(other)));
}

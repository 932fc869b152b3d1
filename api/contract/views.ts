/** Operations of saved views of the users list: private, or shared with the administrators of the owner's organisation. */
import { z } from 'zod';
import { callsOf, operations } from './endpoint.ts';
import { viewName } from './rules/viewName.ts';
import { id, text, time } from './shape.ts';
import { UserCondition } from './users.conditions.ts';
import { sortableColumns, userColumns, userFilters } from './users.page.ts';

const MAX_VIEW_CONDITIONS = 20;
/** The limit of the content as JSON. A view is also an address, and longer ones are cut in transit. */
const MAX_VIEW_CHARACTERS = 8000;

const isUnique = (items: readonly unknown[]): boolean => new Set(items).size === items.length;

const Sort = z.strictObject({ column: z.enum(sortableColumns), descending: z.boolean() });

const parts = {
  filter: z.enum(userFilters),
  search: text().max(200),
  /** An empty list sorts by user name. */
  sort: z.array(Sort).max(sortableColumns.length),
  where: z.array(UserCondition).max(MAX_VIEW_CONDITIONS),
  /** Columns from left to right; null: the reader's own. */
  columns: z.array(z.enum(userColumns)).min(1).max(userColumns.length).refine(isUnique).nullable(),
};

export const ViewContent = z.strictObject(parts).refine((content) => JSON.stringify(content).length <= MAX_VIEW_CHARACTERS);
export type ViewContent = z.infer<typeof ViewContent>;

export const View = z.object({
  viewId: id,
  name: z.string(),
  content: z.object(parts),
  /** Some of what was saved no longer exists, or is not for the caller, and is left out of `content`. */
  incomplete: z.boolean(),
  /** Whether the administrators of the organisation see it. */
  shared: z.boolean(),
  /** Whether the users list of the organisation opens with it. */
  isDefault: z.boolean(),
  own: z.boolean(),
  /** Display name of the owner; null: the account is gone. */
  owner: z.string().nullable(),
  /** Whether the caller may rename, replace, share and delete it. */
  manageable: z.boolean(),
  createdAt: time,
  changedAt: time,
});
export type View = z.infer<typeof View>;

const byId = z.strictObject({ viewId: id });
const name = text(viewName);

export const viewsOperations = operations({
  'Views.List': {
    method: 'GET',
    path: '/Views',
    who: 'subscriberAdmin',
    summary: "The caller's saved views of the users list, and those shared in the organisation",
    reply: z.array(View),
  },
  'Views.Create': {
    method: 'POST',
    path: '/Views',
    who: 'subscriberAdmin',
    withoutStepUp: 'noCredential',
    effects: [],
    summary: 'Save a view of the users list for the caller',
    description: 'At most 50, unless the operator says otherwise; names differ by more than case.',
    body: z.strictObject({ name, content: ViewContent }),
    reply: View,
    status: 201,
    problems: ['ViewNameTaken', 'TooManyViews'],
  },
  'Views.Rename': {
    method: 'PUT',
    path: '/Views/Name/{viewId}',
    who: 'subscriberAdmin',
    withoutStepUp: 'noCredential',
    effects: [],
    summary: 'Rename a saved view',
    params: byId,
    body: z.strictObject({ name }),
    reply: View,
    problems: ['ViewNameTaken'],
  },
  'Views.Replace': {
    method: 'PUT',
    path: '/Views/Content/{viewId}',
    who: 'subscriberAdmin',
    withoutStepUp: 'noCredential',
    effects: [],
    summary: 'Replace what a saved view shows',
    params: byId,
    body: z.strictObject({ content: ViewContent }),
    reply: View,
  },
  'Views.Share': {
    method: 'PUT',
    path: '/Views/Share/{viewId}/{shared}',
    who: 'subscriberAdmin',
    withoutStepUp: 'noCredential',
    effects: [],
    summary: 'Share a saved view with the administrators of the organisation, or end that',
    description: 'A default view that is no longer shared is no longer the default.',
    params: z.strictObject({ viewId: id, shared: z.boolean() }),
    reply: View,
    problems: ['Conflict'],
  },
  'Views.SetDefault': {
    method: 'PUT',
    path: '/Views/Default/{viewId}/{isDefault}',
    who: 'subscriberAdmin',
    withoutStepUp: 'noCredential',
    effects: [],
    summary: 'Make a shared view the one that the users list of the organisation opens with, or end that',
    params: z.strictObject({ viewId: id, isDefault: z.boolean() }),
    reply: View,
    problems: ['Conflict'],
  },
  'Views.Delete': {
    method: 'DELETE',
    path: '/Views/Delete/{viewId}',
    who: 'subscriberAdmin',
    withoutStepUp: 'noCredential',
    effects: [],
    summary: 'Delete a saved view',
    params: byId,
  },
});

export const viewsCalls = callsOf(viewsOperations);

/**
 * Reads what is stored, which may be of another version: parts that this version does not know are left out.
 * @param stored JSON of a content
 */
export function readViewContent(stored: unknown): { content: ViewContent; incomplete: boolean } {
  const given = z.record(z.string(), z.unknown()).safeParse(stored).data ?? {};
  const [sort, sortLost] = known(Sort, given.sort);
  const [where, whereLost] = known(UserCondition, given.where);
  const [columns, columnsLost] = known(z.enum(userColumns), given.columns ?? []);
  const shown = [...new Set(columns)];
  const filter = parts.filter.safeParse(given.filter);
  const search = parts.search.safeParse(given.search);
  return {
    content: {
      filter: filter.data ?? 'all',
      search: search.data ?? '',
      sort,
      where: where.slice(0, MAX_VIEW_CONDITIONS),
      columns: shown.length > 0 ? shown : null,
    },
    incomplete: sortLost || whereLost || columnsLost || !filter.success || !search.success,
  };
}

/** The items that the shape knows, and whether there were others. */
function known<Shape extends z.ZodType>(shape: Shape, items: unknown): [z.infer<Shape>[], boolean] {
  if (!Array.isArray(items)) return [[], true];
  const found = items.flatMap((item) => {
    const { success, data } = shape.safeParse(item);
    return success ? [data] : [];
  });
  return [found, found.length < items.length];
}

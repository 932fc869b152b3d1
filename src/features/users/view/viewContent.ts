/** Converts between a saved view and the state of the list. */
import type { UserColumn } from '@api/contract/users.page.ts';
import type { View, ViewContent } from '@api/contract/views.ts';
import { addressOf, allUsersView, splitFilters, type UsersView } from './usersView.ts';

export const viewOf = ({ filter, search, sort, where }: View['content']): UsersView => ({
  ...splitFilters([filter], where),
  search,
  sort,
});

export const contentOf = ({ filter, search, sort, where }: UsersView, columns: readonly UserColumn[] | null): ViewContent => ({
  filter,
  search,
  sort: [...sort],
  where: [...where],
  columns: columns && [...columns],
});

/** Address that shows a saved view and names it. */
export const addressOfView = ({ viewId, content }: Pick<View, 'viewId' | 'content'>, openUser?: string): string =>
  addressOf(viewOf(content), openUser, viewId);

export const isSameView = (one: UsersView, other: UsersView): boolean => addressOf(one) === addressOf(other);

/** Whether the view is all users in the usual order, which is the list without a query. */
export const isAllUsers = (view: UsersView): boolean => isSameView(view, allUsersView);

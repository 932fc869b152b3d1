/** Asks for what the list shows first, while its access is checked and before it is rendered. */
import { matchPath } from 'react-router';
import { viewsApi } from '@api/client/views.api.ts';
import { paths } from '@src/paths.ts';
import { readView } from '../view/usersView.ts';
import { type ListDispatch, preparePage } from './pages.ts';

export function prepareList(dispatch: ListDispatch, { pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  const { params = {} } = matchPath(paths.usersList.pattern, pathname) ?? {};
  void dispatch(viewsApi.endpoints.fetchViews.initiate(undefined, { subscribe: false }));
  preparePage(dispatch, readView(params, new URLSearchParams(search)));
}

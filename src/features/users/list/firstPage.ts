/**
 * Reads the first page of the list that boot.ts has requested before the list is rendered, so that it is drawn once, with its rows.
 */
import { isPreloaded } from '@api/client/browserTransport.ts';
import { viewsApi } from '@api/client/views.api.ts';
import type { Prepare } from '@src/navigation/screen.ts';
import { allUsersView } from '../view/usersView.ts';
import { type PageRequest, readPage, type UsersPage } from './pages.ts';

/** After this time the list is shown without its rows. */
const WAIT_MS = 1000;

interface FirstPage {
  /** The request for the first page of all users. */
  readonly request: PageRequest;
  page?: UsersPage;
}

let firstPage: FirstPage | undefined;

export const prepare: Prepare = async (dispatch, signal) => {
  if (!isPreloaded('/api/Users/Page?')) return;
  const reading: FirstPage = { request: readPage(dispatch, allUsersView, 0) };
  const views = dispatch(viewsApi.endpoints.fetchViews.initiate(undefined, { subscribe: false }));
  const read = async () => {
    const [result] = await Promise.all([reading.request.done, views]);
    if (result.kind === 'read') reading.page = result.page;
  };
  await Promise.race([read(), new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
  if (signal.aborted) reading.request.cancel();
  else firstPage = reading;
};

/** The page for the first rendering. */
export const preparedPage = (): UsersPage | undefined => firstPage?.page;

/** Returns the request once: later rows are read anew. */
export function takePreparedRequest(): PageRequest | undefined {
  const request = firstPage?.request;
  firstPage = undefined;
  return request;
}

/**
 * The wanted and the shown view. A new view is shown when its first rows arrive, the old rows stay until then; superseded
 * requests are cancelled.
 */
import { useCallback, useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { ClientProblem } from '@api/client/clientProblem.ts';
import { PAGE_ROWS } from '@src/ui/grid/gridTypes.ts';
import { addressOf, allUsersView, type UsersView } from '../view/usersView.ts';
import { preparedPage, takePreparedRequest } from './firstPage.ts';
import { type ListDispatch, readPage, type UsersPage } from './pages.ts';

export interface Shown {
  readonly view: UsersView;
  /** First visible row; not 0 when Back restores a scroll position. */
  readonly firstRow: number;
  /** The page with that row, and the offset of its first row. */
  readonly page: UsersPage;
  readonly offset: number;
}

export interface Listing {
  /** Null until the first rows arrive. */
  readonly shown: Shown | null;
  /** A view other than the shown one is loading. */
  readonly pending: boolean;
  /** Why the wanted view failed to load. */
  readonly problem: ClientProblem | null;
  readonly tryAgain: () => void;
  /** Row count of the shown view as of the last page read; null if that page does not tell. */
  readonly total: number | null;
  /** Called for each later page; keeps its identity. */
  readonly reportTotal: (view: UsersView, total: number | null) => void;
}

const ALL_USERS_ADDRESS = addressOf(allUsersView);

interface Failure {
  readonly address: string;
  readonly problem: ClientProblem;
}

/**
 * @param firstRowOf first row of a new view; called when it is read
 * @param isOpening another view is about to take the place of the first one
 */
export function useListing(wantedView: UsersView, firstRowOf: () => number, isOpening: boolean): Listing {
  const dispatch = useDispatch<ListDispatch>();
  const address = addressOf(wantedView);
  const [shown, setShown] = useState<Shown | null>(() => {
    const page = preparedPage();
    return page && address === ALL_USERS_ADDRESS && firstRowOf() === 0
      ? { view: wantedView, firstRow: 0, page, offset: 0 }
      : null;
  });
  const [failure, setFailure] = useState<Failure | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isShown = shown !== null && addressOf(shown.view) === address;

  useEffect(() => {
    const prepared = takePreparedRequest();
    if (isShown) return undefined;
    const firstRow = firstRowOf();
    const offset = Math.floor(firstRow / PAGE_ROWS) * PAGE_ROWS;
    const isPrepared = address === ALL_USERS_ADDRESS && offset === 0;
    const { done, cancel } = prepared && isPrepared ? prepared : readPage(dispatch, wantedView, offset);
    void done.then((result) => {
      if (result.kind === 'read') {
        setShown({ view: wantedView, firstRow, page: result.page, offset });
        setFailure(null);
      } else if (result.kind === 'failed') setFailure({ address, problem: result.problem });
    });
    return cancel;
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `address` identifies `wantedView`; `firstRowOf` is read once
  }, [dispatch, address, attempt, isShown]);

  const [latest, setLatest] = useState<{ readonly view: UsersView; readonly total: number | null }>();
  const reportTotal = useCallback((view: UsersView, total: number | null) => {
    setLatest({ view, total });
  }, []);

  const failed = failure?.address === address && !isShown;
  const [isOpen, setOpen] = useState(false);
  if (!isOpen && !isOpening && (isShown || failed)) setOpen(true);
  return {
    shown: isOpen ? shown : null,
    pending: !isOpen || (!isShown && !failed),
    problem: failed ? failure.problem : null,
    tryAgain: () => {
      setFailure(null);
      setAttempt((count) => count + 1);
    },
    total: shown && latest?.view === shown.view ? latest.total : (shown?.page.total ?? null),
    reportTotal,
  };
}

/**
 * What is asked for and what is shown. A new view is read first and shown when its first rows are there: until then the old rows
 * stay. A view that is no longer wanted is given up at once.
 */
import { useCallback, useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { ClientProblem } from '@api/client/clientProblem.ts';
import { PAGE_ROWS } from '@src/ui/grid/gridTypes.ts';
import { addressOf, type UsersView } from '../view/usersView.ts';
import { type ListDispatch, readPage, type UsersPage } from './pages.ts';

export interface Shown {
  readonly view: UsersView;
  /** The row it begins with: not the first where Back comes back to a place further down. */
  readonly firstRow: number;
  /** The page that row is on, and where that begins. */
  readonly page: UsersPage;
  readonly offset: number;
}

export interface Listing {
  /** Null until the first rows are there. */
  readonly shown: Shown | null;
  /** Rows of another view than the one shown are on their way. */
  readonly pending: boolean;
  /** Why the wanted view could not be had. */
  readonly problem: ClientProblem | null;
  readonly tryAgain: () => void;
  /** How many rows the shown view has, as of the last page read; null while nothing is shown, or nothing counted. */
  readonly total: number | null;
  /** A page read later on says so; keeps its identity. */
  readonly noteTotal: (view: UsersView, total: number) => void;
}

interface Failure {
  readonly address: string;
  readonly problem: ClientProblem;
}

/** @param firstRowOf where a view is to begin; asked when it is about to be read */
export function useListing(wanted: UsersView, firstRowOf: () => number): Listing {
  const dispatch = useDispatch<ListDispatch>();
  const [shown, setShown] = useState<Shown | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [attempt, setAttempt] = useState(0);
  const address = addressOf(wanted);
  const isShown = shown !== null && addressOf(shown.view) === address;

  useEffect(() => {
    if (isShown) return undefined;
    const firstRow = firstRowOf();
    const offset = Math.floor(firstRow / PAGE_ROWS) * PAGE_ROWS;
    const { done, giveUp } = readPage(dispatch, wanted, offset, mayBeCountedLater(wanted, offset) ? { totalLater: true } : {});
    void done.then((reading) => {
      if (reading.kind === 'read') {
        setShown({ view: wanted, firstRow, page: reading.page, offset });
        setFailure(null);
      } else if (reading.kind === 'failed') setFailure({ address, problem: reading.problem });
    });
    return giveUp;
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `address` says all there is in `wanted`; where to begin is asked, not followed
  }, [dispatch, address, attempt, isShown]);

  const [latest, setLatest] = useState<{ readonly view: UsersView; readonly total: number }>();
  const noteTotal = useCallback((view: UsersView, total: number) => {
    setLatest({ view, total });
  }, []);

  const failed = failure?.address === address && !isShown;
  return {
    shown,
    pending: !isShown && !failed,
    problem: failed ? failure.problem : null,
    tryAgain: () => {
      setFailure(null);
      setAttempt((count) => count + 1);
    },
    total: shown && latest?.view === shown.view ? latest.total : totalOf(shown?.page),
    noteTotal,
  };
}

/** A letter of a search finds nearly everybody, who are counted once for all filters. */
const mayBeCountedLater = ({ search, where }: UsersView, offset: number): boolean =>
  search !== '' && where.length === 0 && offset === 0;

const totalOf = (page: UsersPage | undefined): number | null => (page && !page.totalLater ? page.total : null);

/** The listing's rows for the grid: further pages on scroll, changed users at once, other administrators' changes in time. */
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import type { UserSummary } from '@api/contract/users.shapes.ts';
import { selectChangedUsers, selectGoneUsers } from '@store/users/changedUsers.slice.ts';
import type { GridHandle, ShownRows } from '@src/ui/grid/gridTypes.ts';
import type { ListDispatch } from './pages.ts';
import { useFreshRows } from './useFreshRows.ts';
import type { Listing, Shown } from './useListing.ts';
import { stillMatches } from './unmatched.ts';
import { createUsersSource, type UsersSource } from './usersSource.ts';

interface UsersRows {
  readonly rows: ShownRows<UserSummary> | null;
  /** A further page failed to load. */
  readonly someFailed: boolean;
  readonly readAgain: () => void;
  /** Users changed here who no longer match the list, whose rows stay until it is read again. */
  readonly unmatched: number;
}

/** @param now milliseconds */
export function useUsersRows(
  { shown, reportTotal }: Listing,
  grid: RefObject<GridHandle<UserSummary> | null>,
  now: number,
): UsersRows {
  const dispatch = useDispatch<ListDispatch>();
  const [failed, setFailed] = useState<Shown | null>(null);
  const rows = useMemo((): (ShownRows<UserSummary> & { readonly source: UsersSource }) | null => {
    if (!shown) return null;
    const { view, offset, page, firstRow } = shown;
    const source = createUsersSource(dispatch, view, {
      onTotal: reportTotal,
      onFailed: () => {
        setFailed(shown);
      },
    });
    source.preload(new Map([[offset, page]]));
    return { source, page, firstRow };
  }, [dispatch, shown, reportTotal]);
  useEffect(() => rows?.source.close, [rows]);

  useChangedRows(grid);
  const { unmatched, onFresh } = useUnmatched(shown, now);
  useFreshRows(rows?.source, grid, onFresh);
  return {
    rows,
    unmatched,
    someFailed: shown !== null && failed === shown,
    readAgain: () => {
      setFailed(null);
      grid.current?.reread();
    },
  };
}

function useUnmatched(shown: Shown | null, now: number): { readonly unmatched: number; readonly onFresh: () => void } {
  const changes = useSelector(selectChangedUsers);
  const last = changes.at(-1)?.sequence ?? 0;
  /** The last change that the rows include. */
  const [read, setRead] = useState({ shown, sequence: last });
  if (read.shown !== shown) setRead({ shown, sequence: last });
  const since = new Map(changes.filter(({ sequence }) => sequence > read.sequence).map(({ user }) => [user.userId, user]));
  return {
    unmatched: shown ? [...since.values()].filter((user) => !stillMatches(user, shown.view, now)).length : 0,
    onFresh: () => {
      setRead({ shown, sequence: last });
    },
  };
}

/** Replaces rows changed on this page at once; re-reads when users were deleted. */
function useChangedRows(grid: RefObject<GridHandle<UserSummary> | null>): void {
  const changes = useSelector(selectChangedUsers);
  const lastSequence = useRef(changes.at(-1)?.sequence ?? 0);
  useEffect(() => {
    for (const { sequence, user } of changes) if (sequence > lastSequence.current) grid.current?.replace(user);
    lastSequence.current = changes.at(-1)?.sequence ?? 0;
  }, [changes, grid]);
  const gone = useSelector(selectGoneUsers);
  const seenGone = useRef(gone);
  useEffect(() => {
    if (seenGone.current !== gone) grid.current?.reread();
    seenGone.current = gone;
  }, [gone, grid]);
}

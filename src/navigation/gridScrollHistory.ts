/** Scroll position and focus of a list per history entry, in memory, so that Back restores them. Holds no personal data. */
import { useEffect, useMemo, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import type { CellPosition } from '@src/ui/grid/gridTypes.ts';
import { HistoryMemory } from './historyMemory.ts';

interface ListPosition {
  readonly firstRow: number;
  readonly focus?: CellPosition;
}

const positions = new HistoryMemory<ListPosition>();
const topOfList: ListPosition = { firstRow: 0 };

/** Position stored for the history entry with this key. */
export const positionAt = (key: string): ListPosition | undefined => positions.get(key);

const isListPosition = (value: unknown): value is ListPosition =>
  typeof value === 'object' && value !== null && 'firstRow' in value && typeof value.firstRow === 'number';

/** Stored in the entry's state when an impersonation's end reloads the page. */
const positionIn = (state: unknown): ListPosition =>
  typeof state === 'object' && state !== null && 'place' in state && isListPosition(state.place) ? state.place : topOfList;

export interface GridScrollHistory {
  /** Position when this entry was left; the top for a new one. */
  readonly recall: () => ListPosition;
  readonly remember: (part: Partial<ListPosition>) => void;
}

export function useGridScrollHistory(): GridScrollHistory {
  const { key, state } = useLocation() as { readonly key: string; readonly state: unknown };
  const isReturn = useNavigationType() === NavigationType.Pop;
  const positionRef = useRef(topOfList);
  useEffect(() => {
    // A new entry keeps the current position: opening a panel does not scroll.
    if (isReturn) positionRef.current = positions.get(key) ?? positionIn(state);
    else positions.set(key, positionRef.current);
  }, [key, state, isReturn]);
  return useMemo(
    () => ({
      recall: () => (isReturn ? (positions.get(key) ?? positionIn(state)) : topOfList),
      remember: (part) => {
        positionRef.current = { ...positionRef.current, ...part };
        positions.set(key, positionRef.current);
      },
    }),
    [key, state, isReturn],
  );
}

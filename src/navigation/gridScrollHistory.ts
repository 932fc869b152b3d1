/** Where one stood in the list, for each entry of the history, so that Back comes back there. Gone with the page; holds nothing personal. */
import { useEffect, useMemo, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import type { CellPlace } from '@src/ui/grid/gridTypes.ts';
import { HistoryMemory } from './historyMemory.ts';

interface Place {
  readonly firstRow: number;
  readonly focus?: CellPlace;
}

const places = new HistoryMemory<Place>();
const nowhere: Place = { firstRow: 0 };

/** Where one stands on the entry of the history with this key. */
export const placeAt = (key: string): Place | undefined => places.get(key);

const isPlace = (value: unknown): value is Place =>
  typeof value === 'object' && value !== null && 'firstRow' in value && typeof value.firstRow === 'number';

/** Left with an entry that the page begins with anew. */
const placeIn = (state: unknown): Place =>
  typeof state === 'object' && state !== null && 'place' in state && isPlace(state.place) ? state.place : nowhere;

export interface GridScrollHistory {
  /** Where one stood when one left this entry; the top where one has not been here before. */
  readonly recall: () => Place;
  readonly remember: (part: Partial<Place>) => void;
}

export function useGridScrollHistory(): GridScrollHistory {
  const { key, state } = useLocation() as { readonly key: string; readonly state: unknown };
  const isReturn = useNavigationType() === NavigationType.Pop;
  const here = useRef(nowhere);
  useEffect(() => {
    // A new entry begins where one stands: opening a panel moves nothing.
    if (isReturn) here.current = places.get(key) ?? placeIn(state);
    else places.set(key, here.current);
  }, [key, state, isReturn]);
  return useMemo(
    () => ({
      recall: () => (isReturn ? (places.get(key) ?? placeIn(state)) : nowhere),
      remember: (part) => {
        here.current = { ...here.current, ...part };
        places.set(key, here.current);
      },
    }),
    [key, state, isReturn],
  );
}

/**
 * Search text being typed: rows follow each key, the address follows the rows. Browsers rate-limit history updates, and Back
 * should not stop at half a word.
 */
import { useCallback, useMemo, useState } from 'react';
import { type Location, NavigationType, useLocation, useNavigationType } from 'react-router';

interface SearchDraft {
  readonly draft: string;
  readonly setDraft: (text: string) => void;
  /** For navigations that keep the draft: whatever else changes the address, as Back or a link, is followed by the search. */
  readonly keepsDraft: { readonly visit: number };
}

interface Typed {
  readonly text: string;
  readonly visit: number;
}

const visits = new WeakMap<Location, number>();
let count = 0;

/**
 * The visit of a list begins where it is arrived at, and lasts as long as the list itself navigates. It is derived from the address
 * and no state of its own: typing interrupts the rendering of a new address, so that the former one may be rendered once more.
 */
function useVisit(): number {
  const location = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const { visit } = (location.state ?? {}) as Partial<SearchDraft['keepsDraft']>;
  if (visit !== undefined && !isBack) return visit;
  const known = visits.get(location) ?? ++count;
  visits.set(location, known);
  return known;
}

/** @param inAddress search in the address */
export function useSearchDraft(inAddress: string): SearchDraft {
  const visit = useVisit();
  const [typed, setTyped] = useState<Typed>();
  const setDraft = useCallback(
    (text: string) => {
      setTyped({ text, visit });
    },
    [visit],
  );
  const keepsDraft = useMemo(() => ({ visit }), [visit]);
  return { draft: typed?.visit === visit ? typed.text : inAddress, setDraft, keepsDraft };
}

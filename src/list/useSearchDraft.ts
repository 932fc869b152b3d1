/**
 * Search text being typed: rows follow each key, the address follows the rows. Browsers rate-limit history updates, and Back
 * should not stop at half a word, but at the list before the search.
 */
import { useCallback, useMemo, useState } from 'react';
import { type Location, NavigationType, useLocation, useNavigationType } from 'react-router';

interface SearchDraft {
  readonly draft: string;
  readonly setDraft: (text: string) => void;
  /** State of navigations that keep the draft. Any other, as Back or a link, replaces it by the search of its address. */
  readonly keepsDraft: { readonly draftId: number };
  /** Options of a navigation to what was typed: the first one of a search adds an entry to the history, the others replace it. */
  readonly typedEntry: () => { readonly replace: boolean; readonly state: EntryState };
}

interface EntryState {
  readonly draftId: number;
  /** The entry is that of a search that was typed. */
  readonly isTyped: true;
}

interface Typed {
  readonly text: string;
  readonly draftId: number;
}

const draftIds = new WeakMap<Location, number>();
let lastDraftId = 0;

/**
 * A visit to the list has a new ID; the list's own navigations keep it. It is derived from the address instead of state: typing
 * interrupts the rendering of a new address, so that the former one may be rendered once more.
 */
function useDraftId(): number {
  const location = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const { draftId } = (location.state ?? {}) as Partial<SearchDraft['keepsDraft']>;
  if (draftId !== undefined && !isBack) return draftId;
  const known = draftIds.get(location) ?? ++lastDraftId;
  draftIds.set(location, known);
  return known;
}

/** Asks the browser, as typing interrupts the rendering of a new address. */
const isTypedEntry = (): boolean => (history.state as { readonly usr?: Partial<EntryState> } | null)?.usr?.isTyped === true;

/** @param inAddress search in the address */
export function useSearchDraft(inAddress: string): SearchDraft {
  const draftId = useDraftId();
  const [typed, setTyped] = useState<Typed>();
  const setDraft = useCallback(
    (text: string) => {
      setTyped({ text, draftId });
    },
    [draftId],
  );
  const keepsDraft = useMemo(() => ({ draftId }), [draftId]);
  const typedEntry = useCallback(() => ({ replace: isTypedEntry(), state: { draftId, isTyped: true } as const }), [draftId]);
  return { draft: typed?.draftId === draftId ? typed.text : inAddress, setDraft, keepsDraft, typedEntry };
}

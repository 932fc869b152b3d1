/**
 * Search text being typed: rows follow each key, the address follows the rows. Browsers rate-limit history updates, and Back
 * should not stop at half a word.
 */
import { useCallback, useState } from 'react';

interface SearchDraft {
  readonly draft: string;
  readonly setDraft: (text: string) => void;
  /** Call before navigating to the search `text`, so that its change is not taken for an external one. */
  readonly willBeInAddress: (text: string) => void;
}

/** @param inAddress search in the address; when it changes from outside, as by Back, the draft follows in the same rendering */
export function useSearchDraft(inAddress: string): SearchDraft {
  const [draft, setDraft] = useState(inAddress);
  /** What is in the address, and the searches navigated to since, in order; React may render only the last of them. */
  const [{ last, pending }, setNavigated] = useState<Navigated>({ last: inAddress, pending: [] });
  if (last !== inAddress) {
    const index = pending.indexOf(inAddress);
    setNavigated({ last: inAddress, pending: index === -1 ? [] : pending.slice(index + 1) });
    if (index === -1) setDraft(inAddress);
  }
  const willBeInAddress = useCallback((text: string) => {
    setNavigated((before) =>
      text === (before.pending.at(-1) ?? before.last) ? before : { ...before, pending: [...before.pending, text] },
    );
  }, []);
  return { draft, setDraft, willBeInAddress };
}

interface Navigated {
  readonly last: string;
  readonly pending: readonly string[];
}

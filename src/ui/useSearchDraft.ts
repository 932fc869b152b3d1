/**
 * Search text being typed: rows follow each key, the address follows the rows. Browsers rate-limit history updates, and Back
 * should not stop at half a word.
 */
import { useCallback, useEffect, useRef, useState } from 'react';

interface SearchDraft {
  readonly draft: string;
  readonly setDraft: (text: string) => void;
  /** Call before navigating to the search `text`, so that its change is not taken for an external one. */
  readonly willBeInAddress: (text: string) => void;
}

/** @param inAddress search in the address; when it changes from outside, as by Back, the draft follows */
export function useSearchDraft(inAddress: string): SearchDraft {
  const [draft, setDraft] = useState(inAddress);
  const lastAddress = useRef(inAddress);
  /** Searches navigated to, in order; React may render only the last of them. */
  const pendingSearches = useRef<string[]>([]);
  useEffect(() => {
    if (lastAddress.current === inAddress) return;
    lastAddress.current = inAddress;
    const index = pendingSearches.current.indexOf(inAddress);
    pendingSearches.current = pendingSearches.current.slice(index === -1 ? Infinity : index + 1);
    if (index === -1) setDraft(inAddress);
  }, [inAddress]);
  const willBeInAddress = useCallback((text: string) => {
    if (text !== (pendingSearches.current.at(-1) ?? lastAddress.current)) pendingSearches.current.push(text);
  }, []);
  return { draft, setDraft, willBeInAddress };
}

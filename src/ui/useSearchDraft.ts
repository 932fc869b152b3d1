/**
 * What is being typed, ahead of the address: rows follow each key, the address follows the rows. So the history is not written at
 * every key (browsers refuse that after a while), and Back never stops at half a word.
 */
import { useCallback, useEffect, useRef, useState } from 'react';

interface SearchDraft {
  readonly draft: string;
  readonly setDraft: (text: string) => void;
  /** Said before the address is given the search `text`, so that its change is not taken for a wish from outside. */
  readonly willBeInAddress: (text: string) => void;
}

/** @param inAddress the search of the address; where that changes by itself, as by Back, the draft follows */
export function useSearchDraft(inAddress: string): SearchDraft {
  const [draft, setDraft] = useState(inAddress);
  const known = useRef(inAddress);
  /** What the address will be given, in this order; the page may be drawn with the last alone. */
  const own = useRef<string[]>([]);
  useEffect(() => {
    if (known.current === inAddress) return;
    known.current = inAddress;
    const place = own.current.indexOf(inAddress);
    own.current = own.current.slice(place === -1 ? Infinity : place + 1);
    if (place === -1) setDraft(inAddress);
  }, [inAddress]);
  const willBeInAddress = useCallback((text: string) => {
    if (text !== (own.current.at(-1) ?? known.current)) own.current.push(text);
  }, []);
  return { draft, setDraft, willBeInAddress };
}

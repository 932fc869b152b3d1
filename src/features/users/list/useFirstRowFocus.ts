/** Moves the focus from the search to the first row, but not before the rows match the text: the next key acts on that user. */
import { useEffect, useEffectEvent, useRef } from 'react';

/** @param pending the rows of `text` are loading */
export function useFirstRowFocus(text: string, pending: boolean, focusFirstRow: () => void): () => void {
  const isWanted = useRef(false);
  const goOn = useEffectEvent(() => {
    if (isWanted.current) focusFirstRow();
    isWanted.current = false;
  });
  useEffect(() => {
    isWanted.current = false;
  }, [text]);
  useEffect(() => {
    if (!pending) goOn();
  }, [pending]);
  return () => {
    if (pending) isWanted.current = true;
    else focusFirstRow();
  };
}

/** Moves the focus from the search to the first row, but not before the rows match the text: the next key acts on that user. */
import { useEffect, useEffectEvent, useRef } from 'react';

/** @param pending the rows of `text` are loading */
export function useFirstRowFocus(text: string, pending: boolean, focusFirstRow: () => void): () => void {
  const isAwaited = useRef(false);
  const focusFirstRowIfAwaited = useEffectEvent(() => {
    if (isAwaited.current) focusFirstRow();
    isAwaited.current = false;
  });
  useEffect(() => {
    isAwaited.current = false;
  }, [text]);
  useEffect(() => {
    if (!pending) focusFirstRowIfAwaited();
  }, [pending]);
  return () => {
    if (pending) isAwaited.current = true;
    else focusFirstRow();
  };
}

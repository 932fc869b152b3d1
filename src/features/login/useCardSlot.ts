/** A place at the end of the form's card, for what is loaded after the form. */
import { useEffect, useState } from 'react';

export function useCardSlot(): HTMLElement {
  const [slot] = useState(() => Object.assign(document.createElement('div'), { className: 'stack' }));
  useEffect(() => {
    const card = document.querySelector<HTMLElement>('main .card');
    if (card) appendInPlace(card, slot);
    // When the window changes its size, everything moves anyway.
    const forget = () => slot.closest('main')?.style.removeProperty('margin-top');
    addEventListener('resize', forget, { once: true });
    return () => {
      removeEventListener('resize', forget);
      forget();
      slot.remove();
    };
  }, [slot]);
  return slot;
}

/** The card is in the middle of the page: a margin above it keeps the form where it is while the card grows. */
function appendInPlace(card: HTMLElement, slot: HTMLElement): void {
  const top = () => card.getBoundingClientRect().top;
  const before = top();
  card.append(slot);
  const frame = card.closest('main');
  // Another slot may have set a margin before.
  let marginPx = Number.parseFloat(frame?.style.marginTop ?? '') || 0;
  // Centring takes half of a margin; on a low screen, where the page scrolls, it takes nothing.
  for (const factor of [2, 1]) {
    marginPx += factor * (before - top());
    frame?.style.setProperty('margin-top', `${String(marginPx)}px`);
  }
}

/** Positions a popup beside an element or the pointer, inside the window. */

export type MenuAnchor = HTMLElement | { readonly x: number; readonly y: number };

interface Size {
  readonly width: number;
  readonly height: number;
}

const GAP_PX = 4;

const clamp = (start: number, size: number, viewport: number): number =>
  Math.max(GAP_PX, Math.min(start, viewport - size - GAP_PX));

/** Below and left-aligned; above if there is no room below. In pixels from the window's corner. */
export function positionBeside(place: MenuAnchor, menu: Size, viewport: Size): { readonly left: number; readonly top: number } {
  const anchor = place instanceof HTMLElement ? place.getBoundingClientRect() : new DOMRect(place.x, place.y, 0, 0);
  const below = anchor.bottom + GAP_PX;
  const fitsBelow = below + menu.height + GAP_PX <= viewport.height;
  return {
    left: clamp(anchor.left, menu.width, viewport.width),
    top: clamp(fitsBelow ? below : anchor.top - menu.height - GAP_PX, menu.height, viewport.height),
  };
}

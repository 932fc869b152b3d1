/** Where something that opens beside something else stands, so that all of it is in the window. */

/** Beside an element, or where the pointer was. */
export type MenuPlace = HTMLElement | { readonly x: number; readonly y: number };

interface Size {
  readonly width: number;
  readonly height: number;
}

const GAP = 4;

const within = (start: number, size: number, room: number): number => Math.max(GAP, Math.min(start, room - size - GAP));

/** Below and from the left edge on; above where there is no room below. In pixels from the window's corner. */
export function beside(place: MenuPlace, menu: Size, room: Size): { readonly left: number; readonly top: number } {
  const anchor = place instanceof HTMLElement ? place.getBoundingClientRect() : new DOMRect(place.x, place.y, 0, 0);
  const below = anchor.bottom + GAP;
  const fitsBelow = below + menu.height + GAP <= room.height;
  return {
    left: within(anchor.left, menu.width, room.width),
    top: within(fitsBelow ? below : anchor.top - menu.height - GAP, menu.height, room.height),
  };
}

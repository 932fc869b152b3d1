/** A phone's width, where rows have two lines instead of more columns. */
const NARROW_PX = 600;

/** @param availableWidth in pixels; 0 while unknown */
export const isNarrow = (availableWidth: number): boolean => availableWidth > 0 && availableWidth < NARROW_PX;

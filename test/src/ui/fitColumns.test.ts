/** Fitting grid columns into the available width. */
import { fitColumns } from '@src/ui/grid/fitColumns.ts';

const column = (width: number, share: number) => ({ width, share });
const columns = [column(90, 0), column(190, 1), column(260, 2), column(240, 0), column(200, 1)];
const widths = (availablePx: number) => fitColumns(columns, availablePx).map(({ width }) => width);
const sum = (parts: readonly number[]) => parts.reduce((total, width) => total + width, 0);

test('if all fit, they share the remaining width to the last pixel', () => {
  expect(widths(1080)).toEqual([90, 215, 310, 240, 225]);
  for (let availablePx = 980; availablePx < 1010; availablePx += 1) expect(sum(widths(availablePx))).toBe(availablePx);
});

test('if not all fit, those that do fill the width and the next starts beyond the edge at its own width', () => {
  expect(sum(widths(900).slice(0, 4))).toBe(900);
  expect(widths(900)[4]).toBe(200);
  for (let availablePx = 540; availablePx < 979; availablePx += 1) {
    const edges = widths(availablePx).map((_, last, all) => sum(all.slice(0, last + 1)));
    expect(edges).toContain(availablePx);
  }
});

test('if all fit when narrowed, they are, each by its part of what it can give', () => {
  const narrowable = [
    { width: 100, share: 0, minWidth: 100 },
    { width: 200, share: 1, minWidth: 100 },
    { width: 300, share: 1, minWidth: 100 },
  ];
  const narrowed = (availablePx: number) => fitColumns(narrowable, availablePx).map(({ width }) => width);
  expect(narrowed(300)).toEqual([100, 100, 100]);
  expect(narrowed(450)).toEqual([100, 150, 200]);
  expect(narrowed(600)).toEqual([100, 200, 300]);
  expect(narrowed(299)).toEqual([100, 200, 300]);
  for (let availablePx = 300; availablePx < 600; availablePx += 7) expect(sum(narrowed(availablePx))).toBe(availablePx);
});

test('if fewer than three fit, or there is no width, all stay unchanged', () => {
  expect(fitColumns(columns, 539)).toEqual(columns);
  expect(fitColumns(columns, 0)).toEqual(columns);
});

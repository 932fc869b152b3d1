/** Columns of a grid in the room there is. */
import { fitColumns } from '@src/ui/grid/fitColumns.ts';

const column = (width: number, share: number) => ({ width, share });
const columns = [column(90, 0), column(190, 1), column(260, 2), column(240, 0), column(200, 1)];
const widths = (room: number) => fitColumns(columns, room).map(({ width }) => width);
const sum = (parts: readonly number[]) => parts.reduce((total, width) => total + width, 0);

test('all that fit share what is left over, to the last pixel', () => {
  expect(widths(1080)).toEqual([90, 215, 310, 240, 225]);
  for (let room = 980; room < 1010; room += 1) expect(sum(widths(room))).toBe(room);
});

test('where not all fit, those that do fill the room and the next begins beyond its edge, as wide as ever', () => {
  expect(sum(widths(900).slice(0, 4))).toBe(900);
  expect(widths(900)[4]).toBe(200);
  for (let room = 540; room < 979; room += 1) {
    const edges = widths(room).map((_, last, all) => sum(all.slice(0, last + 1)));
    expect(edges).toContain(room);
  }
});

test('too little room for three leaves all as they are, and so does none', () => {
  expect(fitColumns(columns, 539)).toEqual(columns);
  expect(fitColumns(columns, 0)).toEqual(columns);
});

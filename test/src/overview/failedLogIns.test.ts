/** The failed logins of a day are compared with those of a usual one. */
import { failedLogIns } from '@api/contract/overview.logIns.ts';

const of = (...numbers: readonly number[]) => numbers.map((failed) => ({ failed }));
/** 29 days, one of them a bad one, and the day that is not over. */
const quiet = of(...Array.from({ length: 28 }, (_, day) => 30 + (day % 5)), 900, 5);

test('353 failures are unusual after days with thirty, and one bad day before changes nothing', () => {
  expect(failedLogIns(of(200, 153), quiet)).toEqual({ events: 353, usual: 32, isUnusual: true });
});

test('as many as ever are usual, and so are a few in a quiet house', () => {
  expect(failedLogIns(of(40), quiet)).toMatchObject({ events: 40, isUnusual: false });
  expect(failedLogIns(of(353), of(340, 360, 350, 12))).toMatchObject({ usual: 350, isUnusual: false });
  expect(failedLogIns(of(7), of(0, 0, 0, 7))).toMatchObject({ usual: 0, isUnusual: false });
});

/** Which failures mean that the database could not be reached, so that the server waits for it and answers 503. */
import { isStoreLost } from '../../../server/db/storeLost.ts';

test.each(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', '57P03', '08006'])('%s: the database is away', (code) => {
  expect(isStoreLost(Object.assign(new Error('Failed'), { code }))).toBe(true);
});

test.each(['23505', '28P01', '42P01', 'EACCES'])('%s: the database has answered, or may not be asked', (code) => {
  expect(isStoreLost(Object.assign(new Error('Failed'), { code }))).toBe(false);
});

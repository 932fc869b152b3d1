/** Passwords are hashed weakly in tests alone. */
import { readConfig } from '../../../server/config/config.ts';

const FAULT = 'TEST_WEAK_HASHES: is refused unless NODE_ENV is test';

test.each(['production', 'development', undefined])('weak hashes are refused where NODE_ENV is %s', (NODE_ENV) => {
  expect(() => readConfig({ NODE_ENV, TEST_WEAK_HASHES: 'on' })).toThrow(FAULT);
});

test('weak hashes are off unless they are asked for', () => {
  expect(readConfig({ NODE_ENV: 'test' }).TEST_WEAK_HASHES).toBe('off');
  expect(readConfig({ NODE_ENV: 'test', TEST_WEAK_HASHES: 'on' }).TEST_WEAK_HASHES).toBe('on');
});

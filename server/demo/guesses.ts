/** Login attempts with unknown names, as on every public address. */
import { DAY } from '../clock.ts';
import type { DemoEvent } from './event.ts';
import type { Directory } from './userRows.ts';
import { between, pick, hash } from './random.ts';

const SALT = 800;
const GUESSES_PER_DAY = 2;
const MAX_EXTRA_GUESSES = 9;
const USERS_PER_GUESS = 2_500;

const names = ['administrator', 'root', 'admin', 'test', 'support@gatehouse.example', 'oracle', 'guest', 'info@example.com'];

export function guessesOf(day: number, { users, now }: Directory): DemoEvent[] {
  const count = GUESSES_PER_DAY + Math.floor(users / USERS_PER_GUESS) + (hash(SALT, day) % MAX_EXTRA_GUESSES);
  return Array.from({ length: count }, (_, guess) => ({
    at: now.getTime() - day * DAY - between(0, DAY - 1, SALT, day, guess),
    actor: null,
    action: 'Login.Login',
    target: pick(names, SALT + 1, day, guess),
    targetUserId: null,
    organisation: null,
    outcome: 'failure',
    ip: `203.0.113.${String(between(1, 254, SALT + 2, day, guess))}`,
    userAgent: 'python-requests/2.32.5',
    details: { reason: 'InvalidCredentials', failures: 1 + (guess % 4) },
  }));
}

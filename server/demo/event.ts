/** An audit event of the demo, and helpers to build one. */
import { identityOf } from './identity.ts';
import { between } from './random.ts';
import { userStateOf } from './userState.ts';
import type { UserState } from './userState.shape.ts';
import { addressOf, browserOf } from './traces.ts';

export interface DemoEvent {
  readonly at: number;
  readonly actor: string | null;
  readonly action: string;
  readonly target: string | null;
  readonly targetUserId: string | null;
  /** Index of the organisation whose administrators may read it. */
  readonly organisation: number | null;
  readonly outcome: 'success' | 'failure' | 'refused';
  readonly ip: string;
  readonly userAgent: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** The user that the events are about. */
export interface Subject {
  readonly index: number;
  readonly name: string;
  readonly userId: string;
  readonly state: UserState;
}

const SALT = 600;

export function subjectOf(index: number): Subject {
  const state = userStateOf(index);
  const { userName, email, userId } = identityOf(index, state.organisation);
  return { index, name: userName ?? email, userId, state };
}

/** An event caused by the user. */
export const ownEvent = (subject: Subject, at: number, action: string, details: DemoEvent['details'] = {}): DemoEvent => ({
  at,
  actor: subject.name,
  action,
  target: subject.name,
  targetUserId: subject.userId,
  organisation: subject.state.organisation,
  outcome: 'success',
  ip: addressOf(subject.index),
  userAgent: browserOf(subject.index),
  details,
});

/** Consecutive wrong passwords, the last one at `last`. */
export function addFailures(subject: Subject, last: number, count: number, events: DemoEvent[]): void {
  const pace = between(9_000, 25_000, SALT, subject.index);
  for (let failures = 1; failures <= count; failures += 1) {
    const at = last - (count - failures) * pace;
    events.push({ ...ownEvent(subject, at, 'Login.Login', { reason: 'InvalidCredentials', failures }), outcome: 'failure' });
  }
}

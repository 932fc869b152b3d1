/**
 * Users of the system that was there before, who come at their first login: it is asked about names that no account has. Every login
 * that is refused takes the same time meanwhile, whether it was asked or not, so that the time tells nobody who has an account here or there.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { AuditOrigin } from '../audit/append.ts';
import { addMs, SECOND } from '../clock.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/database.ts';
import { concurrencyLimiter } from '../http/concurrencyLimiter.ts';
import { releaseName, reserveName } from '../lockout/asked.ts';
import { findAccount } from './accounts.ts';

/** A user whose password is right at the former system. */
export interface Newcomer {
  /** @returns the id of the account that was made, or why none was */
  readonly join: (
    tx: Transaction,
    joining: { readonly passwordHash: string; readonly origin: AuditOrigin; readonly now: Date },
  ) => Promise<{ readonly userId: string } | { readonly refused: string }>;
}

/** Provided by the import module, which knows what a person is. */
export interface FormerSystem {
  /** False from its last day on. */
  readonly isAsked: () => boolean;
  /** Answers within ASK_MS. @returns undefined if the password is wrong, nobody has the name, or no answer came */
  readonly ask: (userName: string, password: string) => Promise<Newcomer | undefined>;
}

/** Maximum time of an answer. */
export const ASK_MS = 1200;
/** Time of a login that is refused: that of an answer, and of an account that could not be made. */
export const REFUSED_MS = 1500;
/** Refused logins at once: each holds a little memory and, at most, one connection to the other system. */
const PARALLEL = 100;

interface Typed {
  readonly userName: string;
  readonly password: string;
}

/** @returns a function that takes REFUSED_MS unless a newcomer enters, and does nothing where no system is asked */
export function askingFormer({ db, clock }: Pick<Context, 'db' | 'clock'>, former: FormerSystem | undefined) {
  const inTurn = concurrencyLimiter({ parallel: PARALLEL, maxWaitMs: SECOND });

  /**
   * @param isOpen whether no account has the name
   * @param enter returns undefined if the newcomer may not
   * @returns undefined also while another process asks about the name: if the password was right, there is an account afterwards
   */
  return async <T>({ userName, password }: Typed, isOpen: boolean, enter: (newcomer: Newcomer) => Promise<T>) => {
    if (!former?.isAsked()) return undefined;
    return inTurn(async () => {
      const began = performance.now();
      const now = clock.now();
      const isOurs = isOpen && (await reserveName(db, userName, { now, until: addMs(now, REFUSED_MS) }));
      // Another process may have asked, and made the account, since this one looked for it.
      const newcomer = isOurs && !(await findAccount(db, userName)) ? await former.ask(userName, password) : undefined;
      const entered = newcomer && (await enter(newcomer));
      if (entered === undefined) await delay(Math.max(0, began + REFUSED_MS - performance.now()));
      if (isOurs) await releaseName(db, userName);
      return entered;
    });
  };
}

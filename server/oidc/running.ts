/** The running provider. It is made when first asked for, and anew when its keys have changed. */
import type { Provider } from 'oidc-provider';
import type { Context } from '../context.ts';
import { transaction } from '../db/database.ts';
import {
  deleteOldSigningKeys,
  ensureSigningKey,
  isSigningKeyOlder,
  readSigningKeys,
  rotateSigningKey,
  type PrivateJwk,
} from './keys.ts';
import { MOUNT } from './mount.ts';

export interface RunningProvider {
  /** `https://…/oidc` */
  readonly issuer: () => string;
  readonly get: () => Promise<Provider>;
  /** The job of every process: takes over new keys, and rotates old ones. */
  readonly refreshKeys: () => Promise<void>;
}

export function runningProvider(context: Context): RunningProvider {
  const { db, keyring, clock, config } = context;
  const issuer = () => new URL(MOUNT, context.publicUrl()).href;
  let running: { provider: Provider; kids: string } | undefined;
  let starting: Promise<Provider> | undefined;

  const kidsOf = (keys: readonly PrivateJwk[]) => keys.map(({ kid }) => kid).join();

  async function adopt(keys: PrivateJwk[]): Promise<Provider> {
    const kids = kidsOf(keys);
    const { createProvider } = await import('./provider.ts');
    if (running?.kids !== kids) running = { provider: createProvider(context, issuer(), keys), kids };
    return running.provider;
  }

  async function start(): Promise<Provider> {
    await ensureSigningKey(db, keyring, clock.now());
    return adopt(await readSigningKeys(db, keyring, clock.now()));
  }

  return {
    issuer,
    async get() {
      if (running) return running.provider;
      starting ??= start().finally(() => {
        starting = undefined;
      });
      return starting;
    },
    async refreshKeys() {
      const now = clock.now();
      if (await isSigningKeyOlder(db, config.SIGNING_KEY_DAYS, now))
        await transaction(db, (tx) => rotateSigningKey(tx, keyring, now));
      await deleteOldSigningKeys(db, now);
      if (running) await adopt(await readSigningKeys(db, keyring, now));
    },
  };
}

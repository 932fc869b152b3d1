/** The running provider. It is made when first asked for, and anew when its keys have changed. */
import type { Provider } from 'oidc-provider';
import type { Context } from '../context.ts';
import { ensureSigningKey, readSigningKeys, type PrivateJwk } from './keys.ts';
import { MOUNT } from './mount.ts';

export interface RunningProvider {
  /** `https://…/oidc` */
  readonly issuer: () => string;
  readonly get: () => Promise<Provider>;
  /** The job of every process: takes over new keys. */
  readonly refreshKeys: () => Promise<void>;
}

export function runningProvider(context: Context): RunningProvider {
  const { db, keyring, clock } = context;
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
      if (running) await adopt(await readSigningKeys(db, keyring, clock.now()));
    },
  };
}

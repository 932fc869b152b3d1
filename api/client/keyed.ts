/** Calls that take an `Idempotency-Key`: repeated with the same key, they are done once. */
import type { WireRequest } from './request.ts';

export type Keyed<Args> = Args & {
  /** A UUID. Without a response, the caller repeats the call with it, so the alert bar shows no problem. */
  readonly idempotencyKey?: string | undefined;
};

export const keyed =
  <Args extends object>(build: (args: Args) => WireRequest) =>
  ({ idempotencyKey, ...args }: Keyed<Args>): WireRequest => ({
    ...build(args as unknown as Args),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });

/** Calls that take an `Idempotency-Key`: repeated with the same key, they are done once. */
import type { WireRequest } from './request.ts';

/** Values that a call keeps in each attempt. */
export interface Once {
  /** A UUID. Without a response, the caller repeats the call with it, so the alert bar shows no problem. */
  readonly idempotencyKey: string;
  /** User ID: where another user has logged in since, the server refuses the call. */
  readonly callerId?: string | undefined;
}

export type Keyed<Args> = Args & Partial<Once>;

export const keyed =
  <Args extends object>(build: (args: Args) => WireRequest) =>
  ({ idempotencyKey, callerId, ...args }: Keyed<Args>): WireRequest => ({
    ...build(args as unknown as Args),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(callerId !== undefined && { callerId }),
  });

/** Operations: bulk operations and requests that a second administrator decides about. */
import { factsOf, type Site } from './facts.ts';

interface Operation {
  readonly operationId: string;
  readonly action: string;
  readonly state: string;
  readonly problem: string | null;
  readonly target: string;
  readonly targetId: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

export const operations = factsOf<Operation>(
  'operations',
  {
    operationId: 'operation_id',
    action: 'action',
    state: 'state',
    problem: 'problem',
    target: 'target',
    targetId: 'target_id',
    detail: 'detail',
  },
  'requested_at',
);

export const forgetOperations = ({ database }: Site) => database.query('DELETE FROM operations');

/** As if it were not over. */
export const resume = ({ database }: Site, operationId: string, state: 'running' | 'paused' = 'running') =>
  database.query('UPDATE operations SET state = $2, finished_at = NULL WHERE operation_id = $1', [operationId, state]);

/** As if none of its users from this place on had been acted on. */
export const forgetOutcomes = ({ database }: Site, operationId: string, fromPlace = 0) =>
  database.query('UPDATE operation_targets SET outcome = NULL WHERE operation_id = $1 AND place >= $2', [operationId, fromPlace]);

/** Passes for one request, or for all. */
export const requestsAge = ({ database }: Site, time: string, operationId?: string) =>
  database.query(
    `UPDATE operations SET requested_at = requested_at - $1::interval, expires_at = expires_at - $1::interval
      WHERE $2::uuid IS NULL OR operation_id = $2`,
    [time, operationId ?? null],
  );

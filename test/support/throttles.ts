/** Counters of calls that are limited: one address makes all the calls of a test file. */
import type { Site } from './facts.ts';

export const forgetThrottles = ({ database }: Site) => database.query('DELETE FROM throttles');

/** @param bucket the beginning of its name */
export const endThrottles = ({ database }: Site, bucket = '') =>
  database.query(`UPDATE throttles SET resets_at = now() - interval '1 second' WHERE starts_with(bucket, $1)`, [bucket]);

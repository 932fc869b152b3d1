/** Liveness and readiness. */
import { z } from 'zod';
import { callsOf, operations } from './endpoint.ts';

export const healthOperations = operations({
  'Health.Live': {
    method: 'GET',
    path: '/Health/Live',
    who: 'anyone',
    summary: 'The process lives',
    reply: z.object({ status: z.literal('live') }),
  },
  'Health.Ready': {
    method: 'GET',
    path: '/Health/Ready',
    who: 'anyone',
    summary: 'The process can serve; 503 names what is missing',
    reply: z.object({ status: z.literal('ready'), missing: z.array(z.literal('files')).optional() }),
    problems: ['StoreUnavailable', 'Closing'],
  },
});

export const healthCalls = callsOf(healthOperations);

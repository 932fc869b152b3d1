/** Shapes of health. */
import { z } from 'zod';
import { operations } from './endpoint.ts';
import { healthCalls } from './health.calls.ts';

export const healthOperations = operations(healthCalls, {
  'Health.Live': { summary: 'The process lives', reply: z.object({ status: z.literal('live') }) },
  'Health.Ready': {
    summary: 'The process can serve; 503 names what is missing',
    reply: z.object({ status: z.literal('ready'), missing: z.array(z.literal('files')).optional() }),
    problems: ['StoreUnavailable', 'Closing'],
  },
});

/** Query of the calls that another administrator may have to approve. */
import { z } from 'zod';

/** The reason, read by the administrator who decides, and kept in the audit. */
export const reasonQuery = z.strictObject({ reason: z.string().max(500).optional() });

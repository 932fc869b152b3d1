/** Shows administrators of applications what an application would receive for a user. */
import type { ApplicationRow } from '../applications/repository.ts';
import type { Context } from '../context.ts';
import type { Queries } from '../db/database.ts';
import { previewClaims } from './claims.ts';
import { pairwiseSub } from './mount.ts';

export const applicationPreview = (context: Context) => (queries: Queries, application: ApplicationRow, userName: string) =>
  previewClaims(queries, application, userName, (userId) =>
    application.pairwise ? pairwiseSub(context, application.application_id, userId) : userId,
  );

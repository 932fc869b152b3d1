/** What organisations are connected to. Identity providers and directories are other rooms', passed in `rooms.ts` of the server. */
import type { DirectoryState } from '../../api/contract/directories.shapes.ts';
import type { LogInState, OrganisationConnections } from '../../api/contract/organisations.connections.ts';
import type { Queries } from '../db/database.ts';

type Find<Found> = (queries: Queries, organisationIds: readonly string[] | 'all', now: Date) => Promise<readonly Found[]>;

/** Finds each organisation. `refused`: logins of the last hour. */
export type FindLogIns = Find<{
  readonly organisation_id: string;
  readonly state: LogInState;
  readonly tested_at: Date | null;
  readonly refused: number;
}>;

/** Leaves out organisations that never had a directory. `refused`: requests of the last hour. */
export type FindDirectories = Find<{
  readonly organisation_id: string;
  readonly state: DirectoryState;
  readonly last_request_at: Date | null;
  readonly refused: number;
}>;

export function presentConnections(
  logIns: Awaited<ReturnType<FindLogIns>>,
  directories: Awaited<ReturnType<FindDirectories>>,
): OrganisationConnections[] {
  const directoryOf = new Map(directories.map((directory) => [directory.organisation_id, directory]));
  return logIns.map(({ organisation_id: publicId, state: logIn, tested_at: testedAt, refused: refusedLogIns }) => {
    const directory = directoryOf.get(publicId);
    return {
      publicId,
      logIn,
      testedAt: testedAt?.toISOString() ?? null,
      refusedLogIns,
      directory: directory?.state ?? 'notConnected',
      lastRequestAt: directory?.last_request_at?.toISOString() ?? null,
      refusedRequests: directory?.refused ?? 0,
    };
  });
}

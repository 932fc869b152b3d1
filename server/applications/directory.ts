/**
 * The applications that the login pages know: those of the configuration and the registered ones. They are cached for a few
 * seconds, as every page needs them, and longer while the database can't be reached.
 */
import type { Context } from '../context.ts';
import { findApplications } from './repository.ts';

interface KnownApplication {
  readonly applicationName: string;
  readonly displayName: string;
  readonly url: string;
  /** Whether a login may redirect to it directly: it is from the configuration, or guarded by a proxy. */
  readonly returnable: boolean;
}

/** @param wanted a name that must not be missing because it is too new */
export type ApplicationDirectory = (wanted?: string) => Promise<readonly KnownApplication[]>;

const MAX_AGE_MS = 2000;

export function applicationDirectory({ db, config, log }: Context): ApplicationDirectory {
  const configured = config.APPLICATIONS.map(({ name, displayName, url }) => ({
    applicationName: name,
    displayName: displayName ?? name,
    url,
    returnable: true,
  }));
  let known: readonly KnownApplication[] = configured;
  let readAtMs = -Infinity;

  async function read(): Promise<void> {
    const rows = await findApplications(db);
    const registered = rows
      .filter((row) => row.enabled && (row.kind === 'guarded' || config.OIDC === 'on'))
      .map((row) => ({
        applicationName: row.name,
        displayName: row.display_name,
        url: row.start_url,
        returnable: row.kind === 'guarded',
      }));
    known = [...configured, ...registered];
  }

  return async (wanted) => {
    const isMissing = wanted !== undefined && !known.some(({ applicationName }) => applicationName === wanted);
    if (!isMissing && performance.now() - readAtMs < MAX_AGE_MS) return known;
    readAtMs = performance.now();
    try {
      await read();
    } catch (error) {
      log.warn(error, 'The applications could not be read; the known ones are shown');
    }
    return known;
  };
}

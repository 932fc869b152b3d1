/** The states of identity provider and directory that the list of organisations shows, filters and sorts by. */
import type { OrganisationConnections } from '@api/contract/organisations.connections.ts';

/** `untested`: off, and no dry run has arrived yet. */
export const logInShown = ['none', 'untested', 'off', 'optional', 'required'] as const;
type LogInShown = (typeof logInShown)[number];
export const directoryShown = ['notConnected', 'silent', 'failing', 'working'] as const;

/** What was refused in the last hour; beside a state. */
export const REFUSING = 'refusing' as const;

export const logInOf = ({ logIn, testedAt }: OrganisationConnections): LogInShown =>
  logIn === 'off' && testedAt === null ? 'untested' : logIn;

interface Row {
  readonly connections?: OrganisationConnections | undefined;
}

export const connectionFilters = [
  {
    key: 'logIn',
    valuesOf: ({ connections }: Row) =>
      connections ? [logInOf(connections), ...(connections.refusedLogIns > 0 ? [REFUSING] : [])] : [],
  },
  {
    key: 'directory',
    valuesOf: ({ connections }: Row) =>
      connections ? [connections.directory, ...(connections.refusedRequests > 0 ? [REFUSING] : [])] : [],
  },
] as const;

export const logInRank = ({ connections }: Row): number => (connections ? logInShown.indexOf(logInOf(connections)) : -1);
export const directoryRank = ({ connections }: Row): number => (connections ? directoryShown.indexOf(connections.directory) : -1);

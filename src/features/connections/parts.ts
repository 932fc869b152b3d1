/** The parts of the page, each with an address of its own: the steps to an identity provider, lists, and the directory. */
import { useParams, useSearchParams } from 'react-router';
import { paths } from '@src/paths.ts';

export const steps = ['domain', 'connect', 'test', 'enforce'] as const;
export type Step = (typeof steps)[number];

const parts = [...steps, 'logins', 'directory', 'groups', 'people', 'requests'] as const;
export type Part = (typeof parts)[number];

/** In the place of a connection's ID: one that is not added yet. */
export const NEW = 'new';

export const partIn = (query: URLSearchParams): Part | undefined => parts.find((part) => part === query.get('part'));

export const isStep = (part: Part | undefined): part is Step => steps.some((step) => step === part);

/** The addresses of the page's parts, with the same identity provider unless another one is named; without a part, of the status. */
export function usePartAddress(): (part?: Part, connectionId?: string) => string {
  const { organisationPublicId = '' } = useParams();
  const [query] = useSearchParams();
  const current = query.get('connection') ?? undefined;
  return (part, connectionId = current === NEW ? undefined : current) =>
    paths.connections.to({ organisationPublicId }, { connection: connectionId, part });
}

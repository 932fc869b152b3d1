/** Server-side search for organisations while typing, and the chosen one by ID. */
import { useState } from 'react';
import { useFindOrganisationsQuery } from '@api/client/organisations.api.ts';
import type { Organisation } from '@api/contract/organisations.ts';
import { useDebounced } from '@src/ui/useDebounced.ts';

const CHOICES_MAX = 50;

export interface OrganisationFinder {
  readonly found: readonly Organisation[];
  readonly isLoading: boolean;
  readonly onType: (text: string) => void;
  /** Null: none chosen or unknown ID; undefined: loading. */
  readonly chosen: Organisation | null | undefined;
}

/** @param publicId ID of the chosen one, or '' */
export function useOrganisationFinder(publicId: string, isWanted: boolean): OrganisationFinder {
  const [typed, setTyped] = useState('');
  const text = useDebounced(typed.trim());
  const { data: found = [], isFetching } = useFindOrganisationsQuery({ body: { text, limit: CHOICES_MAX } }, { skip: !isWanted });
  const { currentData: byId, isError } = useFindOrganisationsQuery(
    { body: { text: publicId, limit: 1 } },
    { skip: !isWanted || publicId === '' },
  );
  const chosen = publicId === '' || !isWanted || isError ? null : byId && (byId.find((one) => one.publicId === publicId) ?? null);
  return { found, isLoading: isFetching || text !== typed.trim(), onType: setTyped, chosen };
}

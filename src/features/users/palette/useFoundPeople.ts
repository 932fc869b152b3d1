/** People who fit what is typed, best match first. While newer ones are on their way, the ones found before stay. */
import { useEffect, useState } from 'react';
import { useSearchUsersQuery } from '@api/client/users.api.ts';
import type { UserSummary } from '@api/contract/users.shapes.ts';

/** Fast typists are asked for once. */
const PAUSE_MS = 80;
const SHOWN = 8;

interface Found {
  readonly people: readonly UserSummary[];
  readonly busy: boolean;
  readonly failed: boolean;
}

export function useFoundPeople(text: string): Found {
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => {
      setAsked(text);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [text]);
  const { data = [], isFetching, isError } = useSearchUsersQuery({ partialName: asked }, { skip: asked === '' });
  const none = text === '';
  return { people: none ? [] : data.slice(0, SHOWN), busy: !none && (isFetching || asked !== text), failed: isError && !none };
}

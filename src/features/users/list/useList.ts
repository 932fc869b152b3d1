/** ListContext for cells. */
import { use } from 'react';
import { ListContext, type ListContent } from './listContext.ts';

export function useList(): ListContent {
  const content = use(ListContext);
  if (!content) throw new Error('A cell stands outside of the list');
  return content;
}

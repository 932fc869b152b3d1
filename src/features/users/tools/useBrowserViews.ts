/** Takes the views of this browser into the account: each leaves the browser once the server has it. */
import { useState } from 'react';
import { useCreateViewMutation } from '@api/client/views.api.ts';
import { isClientProblem } from '@api/client/clientProblem.ts';
import type { View } from '@api/contract/views.ts';
import { contentOf, isSameView, viewOf } from '../view/viewContent.ts';
import { forgetBrowserView, readBrowserViews, viewIn } from './browserViews.ts';

interface BrowserViews {
  readonly count: number;
  readonly isSaving: boolean;
  readonly error: unknown;
  readonly save: () => void;
}

const nameKey = (name: string) => name.normalize('NFKC').toLowerCase();

/** @param own views of the account: one that is there already, as after a lost answer, is not saved again */
export function useBrowserViews(userId: string, own: readonly View[]): BrowserViews {
  const [left, setLeft] = useState(() => readBrowserViews(userId));
  const [createView, { isLoading: isSaving }] = useCreateViewMutation();
  const [error, setError] = useState<unknown>();

  const save = async () => {
    setError(undefined);
    const taken = new Map(own.map((view) => [nameKey(view.name), view]));
    for (const browserView of left) {
      const view = viewIn(browserView);
      const there = taken.get(nameKey(browserView.name));
      if (!there || !isSameView(viewOf(there.content), view)) {
        const body = { name: freeName(browserView.name, taken), content: contentOf(view, null) };
        const result = await createView({ body });
        if (result.error) {
          if (!isClientProblem(result.error)) throw new Error('A view could not be saved', { cause: result.error });
          setError(result.error);
          break;
        }
        taken.set(nameKey(body.name), result.data);
      }
      forgetBrowserView(userId, browserView.name);
      setLeft(readBrowserViews(userId));
    }
  };
  return { count: left.length, isSaving, error, save: () => void save() };
}

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let free = name;
  for (let number = 2; taken.has(nameKey(free)); number += 1) free = `${name} (${String(number)})`;
  return free;
}

/** Forms with unsaved changes. Leaving the page or closing the tab asks first; what outlives the page holds the tab only. */

const formIds = new Set<string>();
const tabIds = new Set<string>();

const blockTabClose = (event: BeforeUnloadEvent) => {
  if (formIds.size + tabIds.size > 0) event.preventDefault();
};

function add(ids: Set<string>, id: string): () => void {
  ids.add(id);
  addEventListener('beforeunload', blockTabClose);
  return () => {
    ids.delete(id);
    if (formIds.size + tabIds.size === 0) removeEventListener('beforeunload', blockTabClose);
  };
}

export const unsavedChanges = {
  exist: (): boolean => formIds.size > 0,
  /** @param id of the form @returns release */
  hold: (id: string): (() => void) => add(formIds, id),
  /** @param id any unique id @returns release */
  holdTab: (id: string): (() => void) => add(tabIds, id),
  /** The user agreed to lose those of the page. */
  discard: (): void => {
    formIds.clear();
  },
  /** The session is over: nothing is left to lose. */
  discardAll: (): void => {
    formIds.clear();
    tabIds.clear();
  },
};

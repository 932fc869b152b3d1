/** Forms with unsaved changes. Leaving the page or closing the tab asks first. */

const formIds = new Set<string>();

const blockTabClose = (event: BeforeUnloadEvent) => {
  if (formIds.size > 0) event.preventDefault();
};

export const unsavedChanges = {
  exist: (): boolean => formIds.size > 0,
  /** @param id the form's id @returns a function that releases it */
  hold: (id: string): (() => void) => {
    formIds.add(id);
    addEventListener('beforeunload', blockTabClose);
    return () => {
      formIds.delete(id);
      if (formIds.size === 0) removeEventListener('beforeunload', blockTabClose);
    };
  },
  /** The user agreed to lose them, or the session is over. */
  discard: (): void => {
    formIds.clear();
  },
};

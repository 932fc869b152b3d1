/** Which forms of the page hold unsaved changes. Leaving the page, or closing the tab, asks first. */

const holders = new Set<string>();

const blockTabClose = (event: BeforeUnloadEvent) => {
  if (holders.size > 0) event.preventDefault();
};

export const unsavedChanges = {
  exist: (): boolean => holders.size > 0,
  /** By an id of the form; returns what ends it. */
  hold: (id: string): (() => void) => {
    holders.add(id);
    addEventListener('beforeunload', blockTabClose);
    return () => {
      holders.delete(id);
      if (holders.size === 0) removeEventListener('beforeunload', blockTabClose);
    };
  },
  /** The user agreed to lose them, or is not asked, as once the session is over. */
  discard: (): void => {
    holders.clear();
  },
};

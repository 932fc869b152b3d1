/** Which forms of the page hold something a person typed, so that nothing sends them away without asking. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

const unsavedChangesSlice = createSlice({
  name: 'unsavedChanges',
  initialState: [] as string[],
  reducers: {
    /** By any name of its own; a form says so when it becomes dirty. */
    unsavedChangesAppeared: (held, { payload }: PayloadAction<string>) => (held.includes(payload) ? held : [...held, payload]),
    /** When it is pristine again, sent, or left. */
    unsavedChangesGone: (held, { payload }: PayloadAction<string>) => held.filter((id) => id !== payload),
  },
  selectors: { selectHasUnsavedChanges: (held) => held.length > 0 },
});

export const { unsavedChangesAppeared, unsavedChangesGone } = unsavedChangesSlice.actions;
export const { selectHasUnsavedChanges } = unsavedChangesSlice.selectors;
export { unsavedChangesSlice };

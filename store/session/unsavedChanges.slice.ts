/** Ids of forms with unsaved changes. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

const unsavedChangesSlice = createSlice({
  name: 'unsavedChanges',
  initialState: [] as string[],
  reducers: {
    /** Dispatched when a form becomes dirty; the payload is any unique id. */
    unsavedChangesAppeared: (formIds, { payload }: PayloadAction<string>) =>
      formIds.includes(payload) ? formIds : [...formIds, payload],
    /** Dispatched when the form is pristine again, submitted or left. */
    unsavedChangesGone: (formIds, { payload }: PayloadAction<string>) => formIds.filter((id) => id !== payload),
  },
  selectors: { selectHasUnsavedChanges: (formIds) => formIds.length > 0 },
});

export const { unsavedChangesAppeared, unsavedChangesGone } = unsavedChangesSlice.actions;
export const { selectHasUnsavedChanges } = unsavedChangesSlice.selectors;
export { unsavedChangesSlice };

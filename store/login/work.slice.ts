/** Which forms of the page hold something a person typed, so that nothing sends them away without asking. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

const workSlice = createSlice({
  name: 'work',
  initialState: [] as string[],
  reducers: {
    /** By any name of its own; a form says so when it becomes dirty. */
    workHeld: (held, { payload }: PayloadAction<string>) => (held.includes(payload) ? held : [...held, payload]),
    /** When it is pristine again, sent, or left. */
    workReleased: (held, { payload }: PayloadAction<string>) => held.filter((id) => id !== payload),
  },
  selectors: { selectHoldsWork: (held) => held.length > 0 },
});

export const { workHeld, workReleased } = workSlice.actions;
export const { selectHoldsWork } = workSlice.selectors;
export { workSlice };

/** How often the user asked again for parts of the page that could not be loaded. */
import { createSlice } from '@reduxjs/toolkit';

const partsSlice = createSlice({
  name: 'parts',
  initialState: { attempts: 0 },
  reducers: {
    partsWanted: ({ attempts }) => ({ attempts: attempts + 1 }),
  },
  selectors: { selectPartAttempts: ({ attempts }) => attempts },
});

export const { partsWanted } = partsSlice.actions;
export const { selectPartAttempts } = partsSlice.selectors;
export { partsSlice };

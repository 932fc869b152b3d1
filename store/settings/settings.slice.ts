/** How a person likes the page: font size (kept by the server too), theme and language (kept by this browser alone). */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { FontSize, Settings, Theme } from '../saga/ports.ts';

const settingsSlice = createSlice({
  name: 'settings',
  initialState: (): Settings => ({ fontSize: 'default', theme: 'light', locale: 'en-US' }),
  reducers: {
    /** A wish; it holds once the server has taken it. */
    fontSizeRequested: (_settings, _size: PayloadAction<FontSize>) => undefined,
    /** What the server has. */
    fontSizeKnown: (settings, { payload }: PayloadAction<FontSize>) => ({ ...settings, fontSize: payload }),
    themeChosen: (settings, { payload }: PayloadAction<Theme>) => ({ ...settings, theme: payload }),
    localeChosen: (settings, { payload }: PayloadAction<string>) => ({ ...settings, locale: payload }),
  },
  selectors: { selectSettings: (settings) => settings },
});

export const { fontSizeRequested, fontSizeKnown, themeChosen, localeChosen } = settingsSlice.actions;
export const { selectSettings } = settingsSlice.selectors;
export { settingsSlice };

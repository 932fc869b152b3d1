/** Display settings: font size (also stored by the server), theme and language (in this browser only). */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { FontSize, Settings, Theme } from '../saga/ports.ts';

const settingsSlice = createSlice({
  name: 'settings',
  initialState: (): Settings => ({ fontSize: 'default', theme: 'light', locale: 'en-US' }),
  reducers: {
    /** Takes effect once the server has stored it. */
    fontSizeRequested: (_settings, _size: PayloadAction<FontSize>) => undefined,
    /** The server's value. */
    fontSizeKnown: (settings, { payload }: PayloadAction<FontSize>) => ({ ...settings, fontSize: payload }),
    themeChosen: (settings, { payload }: PayloadAction<Theme>) => ({ ...settings, theme: payload }),
    localeChosen: (settings, { payload }: PayloadAction<string>) => ({ ...settings, locale: payload }),
  },
  selectors: { selectSettings: (settings) => settings },
});

export const { fontSizeRequested, fontSizeKnown, themeChosen, localeChosen } = settingsSlice.actions;
export const { selectSettings } = settingsSlice.selectors;
export { settingsSlice };

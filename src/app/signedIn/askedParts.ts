/** Parts of the page that come when they are asked for. */
import { lazy } from 'react';
import { loadedWith } from '../lazyScreen.ts';

const phrases = ['session'] as const;

export const Dialogs = lazy(loadedWith(phrases, () => import(/* webpackChunkName: "dialogs" */ './Dialogs.tsx')));
export const ActingBand = lazy(loadedWith(phrases, () => import(/* webpackChunkName: "acting" */ './ActingBand.tsx')));

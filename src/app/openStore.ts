/** What comes with the store: its rooms and sagas, and the page's ports to them. */
import type { i18n } from 'i18next';
import type { NavigateFunction } from 'react-router';
import { createStore, type Store } from '@store/createStore.ts';
import { browserPorts } from './ports.ts';

export const openStore = (translations: i18n, navigate: () => NavigateFunction | undefined): Store =>
  createStore({ ports: browserPorts(translations, navigate) });

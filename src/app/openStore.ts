/** Creates the store with the page's ports and transport. */
import type { i18n } from 'i18next';
import { browserTransport } from '@api/client/browserTransport.ts';
import { createStore, type Store } from '@store/createStore.ts';
import { browserPorts } from './ports.ts';

export const openStore = (translations: i18n, router: Parameters<typeof browserPorts>[1]): Store =>
  createStore({ ports: browserPorts(translations, router), transport: browserTransport() });

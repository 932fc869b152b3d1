/** A screen, as each feature registers it. */
import type { ComponentType } from 'react';
import type { Path } from 'react-router';
import type { LazyStore } from '@src/lazyStore.ts';
import type { RoleName } from '@api/contract/person.ts';
import type { Namespace } from '@src/i18n/resources.ts';
import type { AppPath } from '@src/paths.ts';

/** `open`: no check. `session`: a session. A list: a session and one of these roles. Checked by the server each time. */
export type Access = 'open' | 'session' | readonly RoleName[];

export interface Screen {
  readonly path: Pick<AppPath, 'pattern'>;
  readonly access: Access;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
  /** Asks for the screen's data beside its access check, where it is the first one of the page: the screen comes with its data then. */
  readonly prepare?: (store: Awaited<ReturnType<LazyStore['open']>>, address: Pick<Path, 'pathname' | 'search'>) => Promise<void>;
  /** Rendered before the store is loaded; `later` is rendered beside it once the store is open. */
  readonly light?: { readonly later: () => Promise<{ readonly default: ComponentType }> };
  /** Namespaces besides the shell's, loaded before the screen is shown. */
  readonly phrases?: readonly Namespace[];
}

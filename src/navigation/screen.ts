/** A screen, as each feature registers it. */
import type { ComponentType } from 'react';
import type { RoleName } from '@api/contract/person.ts';
import type { Namespace } from '@src/i18n/resources.ts';
import type { AppPath } from '@src/paths.ts';

/** `open`: no check. `session`: a session. A list: a session and one of these roles. Checked by the server each time. */
export type Access = 'open' | 'session' | readonly RoleName[];

export interface Screen {
  readonly path: Pick<AppPath, 'pattern'>;
  readonly access: Access;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
  /** Rendered before the store is loaded; `later` is rendered beside it once the store is open. */
  readonly light?: { readonly later: () => Promise<{ readonly default: ComponentType }> };
  /** Namespaces besides the shell's, loaded before the screen is shown. */
  readonly phrases?: readonly Namespace[];
}

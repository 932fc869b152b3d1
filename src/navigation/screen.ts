/** What a room tells the shell of each of its screens. */
import type { ComponentType } from 'react';
import type { RoleName } from '@api/contract/person.ts';
import type { Namespace } from '@src/i18n/resources.ts';
import type { AppPath } from '@src/paths.ts';

/** `open`: no check. `session`: a valid session. A list: a valid session and any one of these roles, checked by the server each time. */
export type Access = 'open' | 'session' | readonly RoleName[];

export interface Screen {
  readonly path: Pick<AppPath, 'pattern'>;
  readonly access: Access;
  readonly load: () => Promise<{ readonly default: ComponentType }>;
  /** It is seen and typed into before the store is there; `later` is drawn besides once it is. */
  readonly light?: { readonly later: () => Promise<{ readonly default: ComponentType }> };
  /** Namespaces it speaks in, besides those of the shell; they are there before it is shown. */
  readonly phrases?: readonly Namespace[];
}

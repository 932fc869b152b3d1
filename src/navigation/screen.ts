/** A screen, as each feature registers it. */
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { ComponentType } from 'react';
import type { RoleName } from '@api/contract/person.ts';
import type { Namespace } from '@src/i18n/resources.ts';
import type { AppPath } from '@src/paths.ts';

/** `open`: no check. `session`: a session. A list: a session and one of these roles. Checked by the server each time. */
export type Access = 'open' | 'session' | readonly RoleName[];

/** @param signal of the navigation to the screen */
export type Prepare = (dispatch: ThunkDispatch<unknown, unknown, UnknownAction>, signal: AbortSignal) => Promise<unknown>;

export interface Screen {
  readonly path: Pick<AppPath, 'pattern'>;
  readonly access: Access;
  /** Loads the component, and `prepare`, which reads data before it is rendered, once access is granted. */
  readonly load: () => Promise<{ readonly default: ComponentType; readonly prepare?: Prepare }>;
  /** Rendered before the store is loaded; `later` is rendered beside it once the store is open. */
  readonly light?: { readonly later: () => Promise<{ readonly default: ComponentType }> };
  /** Namespaces besides the shell's, loaded before the screen is shown. */
  readonly phrases?: readonly Namespace[];
}

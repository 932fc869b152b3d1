/** Rules on when an authorization request needs the user to log in, to choose or to consent, and when it is refused. */
import { interactionPolicy } from 'oidc-provider';
import type { AccessDenial } from '../../api/contract/applications.policy.ts';
import { denialOf } from './grants.ts';
import { ACCESS_PROMPT } from './mount.ts';

const { Check, Prompt } = interactionPolicy;

/** Denials that are reported; without a login the provider asks for one itself. */
const DENIALS: readonly AccessDenial[] = ['noAccess', 'impersonating', 'passwordChange'];

export function policy(): interactionPolicy.DefaultPolicy {
  const prompts = interactionPolicy.base();
  prompts.get('login')?.checks.add(
    // Voluntary (OpenID Connect Core 1.0, 3.1.2.1): `acr` states the level reached, and without the user's presence (`prompt=none`)
    // nothing more is possible.
    new Check('acr_values', 'a second factor is asked for', 'login_required', ({ oidc }) => {
      const values = oidc.params?.acr_values;
      const wanted = typeof values === 'string' ? values.split(' ') : [];
      const asksForMore = wanted.includes('aal2') && !wanted.includes('aal1') && oidc.session?.acr === 'aal1';
      return asksForMore && !oidc.prompts.has('none') && !oidc.result?.login;
    }),
  );
  prompts.add(new Prompt({ name: 'select_account', requestable: true }), 0);
  const access = DENIALS.map(
    (denial) => new Check(denial, 'the user may not enter', 'access_denied', (ctx) => denialOf(ctx) === denial),
  );
  // Placed after the user is known, and before the user is asked for anything.
  prompts.add(new Prompt({ name: ACCESS_PROMPT }, ...access), 2);
  return prompts;
}

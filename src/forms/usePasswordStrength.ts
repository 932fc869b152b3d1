/** The estimator of a password's strength and its view, loaded with the first character that is typed. */
import { useEffect, useState } from 'react';
import { withPhrases } from '@src/i18n/withPhrases.ts';

const load = withPhrases(['strength'], () => import(/* webpackChunkName: "strength" */ './PasswordStrength.tsx'));

export type StrengthModule = Awaited<ReturnType<typeof load>>;

/** Undefined until loaded; if that fails, only the server estimates. */
export function usePasswordStrength(isTyped: boolean): StrengthModule | undefined {
  const [strength, setStrength] = useState<StrengthModule>();
  useEffect(() => {
    if (!isTyped) return undefined;
    let isMounted = true;
    load().then(
      (module) => {
        if (isMounted) setStrength(module);
      },
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [isTyped]);
  return strength;
}

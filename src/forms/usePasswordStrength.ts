/** The estimator of a password's strength and its view, loaded with the first character that is typed. */
import { useEffect, useState } from 'react';
import type { EstimateStrength } from '@api/contract/rules/passwordStrength.ts';
import { withPhrases } from '@src/i18n/withPhrases.ts';
import { loadMostCommonPasswords } from './mostCommonPasswords.ts';

const load = withPhrases(['strength'], () => import(/* webpackChunkName: "strength" */ './PasswordStrength.tsx'));

interface Strength {
  readonly PasswordStrength: Awaited<ReturnType<typeof load>>['PasswordStrength'];
  readonly estimateStrength: EstimateStrength;
}

/** Undefined until loaded; if that fails, only the server estimates. */
export function usePasswordStrength(isTyped: boolean): Strength | undefined {
  const [strength, setStrength] = useState<Strength>();
  useEffect(() => {
    if (!isTyped) return undefined;
    let isMounted = true;
    Promise.all([load(), loadMostCommonPasswords()]).then(
      ([{ PasswordStrength, strengthEstimator }, mostCommon]) => {
        if (isMounted) setStrength({ PasswordStrength, estimateStrength: strengthEstimator(mostCommon) });
      },
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [isTyped]);
  return strength;
}

/**
 * Estimated strength of a password (zxcvbn): how many guesses an attacker needs who knows common passwords, names, keyboards and
 * dates. Browser and server give the same estimate. A browser loads it only where a password is chosen.
 */
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs } from '@zxcvbn-ts/language-common';
import { normalPassword } from './password.ts';

/** 0: fewer than 10³ guesses, 1: 10⁶, 2: 10⁸, 3: 10¹⁰, 4: more. */
export type PasswordScore = 0 | 1 | 2 | 3 | 4;

export interface PasswordEstimate {
  readonly score: PasswordScore;
  /** Keys of the advice (`strength:warnings`, `strength:suggestions`). */
  readonly warning: string | null;
  readonly suggestions: readonly string[];
}

/** Limits of the characters examined and of the readings of signs as letters, which bound the work to some 25 ms. */
const MAX_CHARACTERS = 64;
const MAX_READINGS = 20;

/** @param contextWords public facts of the account, which are guessed first */
export type EstimateStrength = (password: string, contextWords: readonly string[]) => PasswordEstimate;

/** @param mostCommon in order of frequency, such as `mostCommonPasswords.json` */
export function strengthEstimator(mostCommon: readonly string[]): EstimateStrength {
  const estimator = new ZxcvbnFactory({
    dictionary: { passwords: [...mostCommon] },
    graphs: adjacencyGraphs,
    maxLength: MAX_CHARACTERS,
    l33tMaxSubstitutions: MAX_READINGS,
  });
  return (password, contextWords) => {
    const facts = contextWords.map((fact) => fact.toLowerCase());
    const words = [...facts, ...facts.flatMap((fact) => fact.split(/[^\p{L}\p{N}]+/u))].filter((word) => word.length > 1);
    const { score, feedback } = estimator.check(normalPassword(password), [...new Set(words)]);
    return { score, warning: feedback.warning, suggestions: feedback.suggestions };
  };
}

/** A list's filters as tokens: pure data, so that each screen keeps them in its address as it likes. */
import { isolatedList } from '@api/contract/isolated.ts';
import type { ReactNode } from 'react';

export interface FilterOption {
  readonly value: string;
  readonly label: string;
  /** Rows that the option leaves, where it is known. */
  readonly count?: number | undefined;
}

export interface TokenFilter {
  readonly key: string;
  readonly label: string;
  /** Values that narrow the list; without any there is no token. */
  readonly chosen: readonly string[];
  /** Options to choose from; undefined while they load, or if `form` replaces them. */
  readonly options?: readonly FilterOption[] | undefined;
  /** The token's text after its label; default: the labels of what is chosen. */
  readonly text?: string | undefined;
  /** Only one value at a time. */
  readonly single?: boolean;
  /** Fields for texts and days, in the place of options or beside them. */
  readonly form?: (close: () => void) => ReactNode;
  /** Label of the button that opens the fields beside options. */
  readonly formLabel?: string;
}

export interface FilterPhrases {
  /** Name of the whole group. */
  readonly label: string;
  /** Opens the menu of filters. */
  readonly add: string;
  readonly clear: string;
  readonly remove: (token: string) => string;
  /** Label of the search among the options. */
  readonly find: string;
  readonly nothing: string;
  readonly loading: string;
  /** Options beyond those shown, which the search finds. */
  readonly more: (count: number) => string;
}

export interface FilterTokensProps {
  readonly filters: readonly TokenFilter[];
  readonly phrases: FilterPhrases;
  /** A token without values is removed. */
  readonly onChange: (key: string, values: readonly string[]) => void;
  readonly onClear: () => void;
  /** Called when a menu opens: time to load its options and their counts. */
  readonly onOpen?: (() => void) | undefined;
}

export const tokenText = ({ label, chosen, options, text }: TokenFilter): string =>
  `${label}: ${text ?? isolatedList(chosen.map((value) => options?.find((option) => option.value === value)?.label ?? '…'))}`;

/** One option of the palette. */
export interface Choice {
  readonly key: string;
  readonly label: string;
  /** Further details of a user, or why an action is unavailable. */
  readonly more?: string | undefined;
  readonly disabled?: boolean;
  readonly choose: () => void;
}

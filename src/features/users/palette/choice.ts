/** One option of the palette. */
export interface Choice {
  readonly key: string;
  readonly label: string;
  /** Further details of a user, or why an action is unavailable. */
  readonly more?: string | undefined;
  readonly disabled?: boolean;
  /** @param isSeen false where Enter was pressed before it was shown: what takes something away then asks */
  readonly choose: (isSeen: boolean) => void;
}

/** A command on one user; whether it closes the palette is not its business. */
export interface CommandChoice extends Omit<Choice, 'choose'> {
  readonly disabled: boolean;
  /** @param unasked the user was named exactly, or was the only one found and shown: what can be undone needs no question */
  readonly choose: (unasked: boolean) => void;
}

/** One option of the palette. */
export interface Choice {
  readonly key: string;
  readonly label: string;
  /** Further details of a user, or why an action is unavailable. */
  readonly more?: string | undefined;
  readonly disabled?: boolean;
  /** @param isSeen false if Enter was pressed before the choice was shown: an act that takes something away then asks */
  readonly choose: (isSeen: boolean) => void;
}

/** A command on one user; whether it closes the palette is not its business. */
export interface CommandChoice extends Omit<Choice, 'choose'> {
  readonly disabled: boolean;
  /** @param unasked the user was named exactly, or was the only one found and shown: an act that can be undone then asks nothing */
  readonly choose: (unasked: boolean) => void;
}

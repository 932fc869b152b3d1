/** One option of the palette. */
export interface Choice {
  readonly key: string;
  readonly label: string;
  /** Further details of a user, or why an action is unavailable. */
  readonly more?: string | undefined;
  /** What the command does, where it does so without a question. */
  readonly effect?: string | undefined;
  readonly disabled?: boolean;
  /** @param isSeen false if Enter was pressed before the choice was shown: an act that takes something away then asks */
  readonly choose: (isSeen: boolean) => void;
}

/** How surely a command means its user. */
interface Certainty {
  /** The user was named exactly, or was the only one found and shown: an act that can be undone asks nothing. */
  readonly isMeant: boolean;
  /** The user was named exactly, and the effect was shown: an act that can't be undone asks nothing either. */
  readonly isInformed: boolean;
}

/** A command on one user; whether it closes the palette is not its business. */
export interface CommandChoice extends Omit<Choice, 'choose'> {
  readonly disabled: boolean;
  readonly choose: (certainty: Certainty) => void;
}

/**
 * Attributes of a field for an e-mail address. The type is not `email`: browsers give scripts the A-label of such a field's domain,
 * so that text would be sent and shown that nobody typed.
 */
export const emailInput = {
  inputMode: 'email',
  autoCapitalize: 'off',
  autoCorrect: 'off',
  spellCheck: false,
} as const;

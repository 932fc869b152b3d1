/** Ways to log in as the overview counts them, without schemas. */

/** The action of the audit whose events are counted for each way: password, the code that follows it, a recovery code, a passkey. */
export const logInActions = {
  password: 'Login.Login',
  code: 'Mfa.Login',
  recoveryCode: 'Mfa.RecoveryCode',
  passkey: 'Passkeys.Login',
} as const;

export type LogInWay = keyof typeof logInActions;

export const logInWays = ['password', 'code', 'recoveryCode', 'passkey'] as const satisfies readonly LogInWay[];

/** All error codes with their HTTP status, and the body of an error response. */

export const problemStatus = {
  // 400: bad input or a broken business rule
  BadRequest: 400,
  Invalid: 400,
  InvalidCredentials: 400,
  InvalidCode: 400,
  // A code of another time: the clock of the device is wrong.
  CodeOfOtherTime: 400,
  MfaCodeRequired: 400,
  PasswordRefused: 400,
  PasswordReused: 400,
  CurrentPasswordWrong: 400,
  InvalidClaim: 400,
  TooManyAttachments: 400,
  RecaptchaFailed: 400,
  PasskeyRefused: 400,
  PasskeyChanged: 400,
  ProviderRequired: 400,
  ReasonRequired: 400,
  // The file of another system
  FileEmpty: 400,
  FileUnknown: 400,
  FileSpreadsheet: 400,
  WorkbookTooLarge: 400,
  WorkbookBroken: 400,
  FileBroken: 400,
  HashParametersWrong: 400,
  // 401: no session
  SessionRequired: 401,
  // 403: a session, but not allowed
  Forbidden: 403,
  AntiForgery: 403,
  ConfirmIdentity: 403,
  Impersonating: 403,
  ReadOnly: 403,
  OwnAccount: 403,
  OwnRequest: 403,
  NotIndependent: 403,
  ImpersonationOff: 403,
  GrantRequired: 403,
  PasswordChangeRequired: 403,
  // 404: no such thing, or not in your scope
  NotFound: 404,
  MethodNotAllowed: 405,
  RequestTimeout: 408,
  // 409: conflict
  Conflict: 409,
  StaleVersion: 409,
  NameTaken: 409,
  EmailTaken: 409,
  KeyNameTaken: 409,
  OrganisationTaken: 409,
  ApplicationTaken: 409,
  ViewNameTaken: 409,
  ReportNameTaken: 409,
  DomainTaken: 409,
  ConnectionNameTaken: 409,
  ConnectionEnabled: 409,
  ConnectionIncomplete: 409,
  RequirementsMissing: 409,
  BreakGlassUnfit: 409,
  EmailNotYet: 409,
  ApprovalNeeded: 409,
  RequestClosed: 409,
  TargetChanged: 409,
  StillEnabled: 409,
  SetByEnvironment: 409,
  ManagedByDirectory: 409,
  LastAdministrator: 409,
  LastSystemAdministrator: 409,
  AlreadyAccepted: 409,
  MfaRequired: 409,
  MfaAlreadyOn: 409,
  MfaNotOn: 409,
  TooManyKeys: 409,
  TooManyPasskeys: 409,
  TooManyViews: 409,
  TooManyReports: 409,
  TooManyDomains: 409,
  TooManyConnections: 409,
  TooManyImports: 409,
  LastFactor: 409,
  LastLogin: 409,
  // 410: the link was used or has expired
  LinkGone: 410,
  PayloadTooLarge: 413,
  AddressTooLong: 414,
  UnsupportedMediaType: 415,
  // 421: asked for under a host that is not ours
  MisdirectedRequest: 421,
  FileTypeRefused: 415,
  FileInfected: 415,
  // 422: the key of another request (Idempotency-Key)
  IdempotencyKeyReused: 422,
  TooManyRequests: 429,
  TooManyDownloads: 429,
  PersonalDataLimit: 429,
  HeadersTooLarge: 431,
  ServerError: 500,
  Busy: 503,
  StoreUnavailable: 503,
  // This process is being stopped; others go on.
  Closing: 503,
} as const satisfies Record<string, number>;

export type ProblemCode = keyof typeof problemStatus;

/** Body of every response from status 400. `message` may be shown as it is; `fields` maps a field name to its message. */
export interface ProblemBody {
  readonly message: string;
  readonly code: ProblemCode;
  readonly fields?: Readonly<Record<string, string>>;
}

/** Every route of the front end: a pattern for the router and a function that builds its URL. */

type Param<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Param<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;
type Optional<Name extends string> = Name extends `${infer Bare}?` ? Bare : never;
type Required<Name extends string> = Name extends `${string}?` ? never : Name;

/** Parameters of a pattern: `'/Users/List/:filter?'` → `{ filter?: string }`. */
type ParamsOf<P extends string> = Readonly<Record<Required<Param<P>>, string>> &
  Readonly<Partial<Record<Optional<Param<P>>, string | undefined>>>;

type Query = Readonly<Record<string, string | undefined>>;
type Args<P extends string> = [Param<P>] extends [never]
  ? [params?: Readonly<Record<string, never>>, query?: Query]
  : [Required<Param<P>>] extends [never]
    ? [params?: ParamsOf<P>, query?: Query]
    : [params: ParamsOf<P>, query?: Query];

export interface AppPath<P extends string = string> {
  readonly pattern: P;
  /** The URL; parameters are encoded, an absent optional one ends it. */
  readonly to: (...args: Args<P>) => string;
}

function appPath<const P extends string>(pattern: P): AppPath<P> {
  return {
    pattern,
    to: (...[params, query]) => {
      const values = (params ?? {}) as Query;
      let address = '';
      for (const segment of pattern.split('/').slice(1)) {
        const value = segment.startsWith(':') ? encodeURIComponent(values[segment.replace(/[:?]/g, '')] ?? '') : segment;
        if (value === '') break;
        address += `/${value}`;
      }
      const given = Object.entries(query ?? {}).filter((entry): entry is [string, string] => entry[1] !== undefined);
      return (address || '/') + (given.length > 0 ? `?${new URLSearchParams(given).toString()}` : '');
    },
  };
}

export const paths = {
  root: appPath('/'),
  login: appPath('/Login'),
  loginForm: appPath('/Login/:application'),
  loginHelp: appPath('/LoginHelp'),
  loginRejected: appPath('/LoginRejected'),
  loginMfa: appPath('/LoginMfa/:rememberMe'),
  noAccess: appPath('/NoAccess'),
  enrolMfa: appPath('/EnrolMfa'),
  securityDetails: appPath('/SecurityDetails'),
  forgottenUsername: appPath('/ForgottenUsername'),
  forgottenPassword: appPath('/ForgottenPassword'),
  receivedInvite: appPath('/ReceivedInvite'),
  completeInvite: appPath('/Users/CompleteInvite'),
  registrationComplete: appPath('/RegistrationComplete'),
  contactSupport: appPath('/ContactSupport'),
  confirmEmail: appPath('/ConfirmEmail'),
  users: appPath('/Users'),
  usersList: appPath('/Users/List/:filter?/:search?'),
  usersEdit: appPath('/Users/Edit/:userName'),
  usersInvite: appPath('/Users/Invite'),
  usersReinvite: appPath('/Users/Reinvite/:userId'),
  usersAdd: appPath('/Users/Add'),
  usersAudit: appPath('/Users/Audit'),
  usersReports: appPath('/Users/Reports'),
  usersImport: appPath('/Users/Import'),
  usersMoveIn: appPath('/Users/MoveIn/:importId?'),
  tickets: appPath('/Support/Tickets'),
  ticketState: appPath('/Support/Ticket'),
  overview: appPath('/Overview'),
  approvals: appPath('/Approvals'),
  organisations: appPath('/Organisations'),
  connections: appPath('/Organisations/Connections/:organisationPublicId'),
  systemSettings: appPath('/Settings'),
  applications: appPath('/Applications'),
  applicationsAdd: appPath('/Applications/Add'),
  applicationsEdit: appPath('/Applications/Edit/:applicationId'),
  applicationsPreview: appPath('/Applications/Preview/:applicationId'),
  myApplications: appPath('/MyApplications'),
  roles: appPath('/Roles/:roleName?'),
} as const;

/** Query parameter that carries the return address through login. */
export const RETURN_URL = 'ReturnUrl';

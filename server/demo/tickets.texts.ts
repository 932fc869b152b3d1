/** Texts of the demo's support tickets, and of the desk's answers. */
import type { Urgency } from '../../api/contract/tickets.list.ts';

export interface DemoText {
  readonly text: string;
  readonly urgency: Urgency;
  readonly answer: string;
  readonly note?: string;
  readonly caseId?: string;
  readonly file?: { readonly fileName: string; readonly content: string };
}

const log = `10:14:31 GET /api/Users/Self 200
10:14:32 GET /api/Login/Check 200
10:15:02 POST /api/Login/Login 400 InvalidCredentials
10:15:20 POST /api/Login/Login 400 InvalidCredentials
10:15:47 POST /api/Login/Login 200 Rejected
`;

/** The first text is that of {@link HARBOUR_TICKET}. */
export const texts: readonly DemoText[] = [
  {
    text: 'I can’t log in. The page says that my account is locked, but I have a board meeting this afternoon and need the figures.\n\nI tried the password that I have used since spring, then the one before it.',
    urgency: 'High',
    answer: 'Your account is unlocked. Please use “Forgotten password?” if you are not sure which password is the current one.',
    file: { fileName: 'browser-log.txt', content: log },
  },
  {
    text: 'My phone was replaced yesterday and the authenticator did not come along. I have no recovery codes at hand.',
    urgency: 'High',
    answer: 'We have reset your authenticator after calling you back. At your next login you set it up on the new phone.',
    note: 'Called back on the number in the directory. Knew employee number and manager.',
  },
  {
    text: 'The link to choose a new password says that it was used already, although I clicked it once. Our mail gateway opens links, could that be it?',
    urgency: 'Normal',
    answer:
      'Opening the link does not use it up, only choosing a password does. The link was older than an hour; please ask for another one.',
  },
  {
    text: 'Since this morning nobody in our branch gets past the login page. It stays white after the password.',
    urgency: 'Critical',
    answer: 'Your proxy blocked our new address. It is on the allow list now; please reload the page.',
    note: 'Twelve people in the same office. Proxy, not us.',
    caseId: 'Branch 14',
  },
  {
    text: 'I married and my name has changed. Please correct my last name and my e-mail address.',
    urgency: 'Low',
    answer: 'You can change the name yourself under “Security details”. The address was changed by your administrator.',
  },
  {
    text: 'I was invited but the invitation had expired when I came back from leave. May I have another one?',
    urgency: 'Normal',
    answer: 'A new invitation is on its way. It is good for seven days.',
  },
  {
    text: 'I see the portfolio of a colleague but not my own. Case 20817 was opened for this in summer and then closed.',
    urgency: 'Normal',
    answer: 'The role was missing. You see your portfolio as soon as you log in again.',
    caseId: 'Case 20817',
    file: {
      fileName: 'portfolios.csv',
      content: 'portfolio;owner;visible\r\nHarbour North;me;no\r\nHarbour South;colleague;yes\r\n',
    },
  },
  {
    text: 'The code from my authenticator is refused every other time. The clock of the phone seems right.',
    urgency: 'Normal',
    answer: 'The clock was 70 seconds late. Please turn on automatic time in the settings of the phone.',
  },
  {
    text: 'I got a mail that says that my account was used in a new browser. I was on a plane at that time. Is somebody in my account?',
    urgency: 'Critical',
    answer: 'All sessions were ended and your password has been reset. The audit shows one login, and nothing was opened.',
    note: 'Told the administrator of the organisation. Audit exported and attached to the incident.',
  },
  {
    text: 'Our auditors ask who had access in March. Where do I find that?',
    urgency: 'Low',
    answer: 'In the audit report: choose the period, and filter by “Change roles”. You can export it.',
  },
  {
    text: 'How do I make an API key that only reads? I don’t want our nightly job to be able to change anything.',
    urgency: 'Low',
    answer: 'Under “Security details”, API keys: a key can do only what you tick. Tick “Search users” alone.',
  },
  {
    text: 'The grid shows 1,204 people but our list from payroll has 1,198. Please tell me which six should not be there.',
    urgency: 'Normal',
    answer: 'They are the six who were invited and never registered. Filter by “Invited”.',
  },
  {
    text: 'Nach dem Anmelden lande ich immer auf der Seite „Sicherheitsdetails“ und nicht in der Anwendung. Gestern ging es noch.',
    urgency: 'Normal',
    answer: 'Die Anwendung war für Ihre Rolle gesperrt. Das ist behoben, bitte melden Sie sich neu an.',
  },
  {
    text: 'Bitte sperren Sie mein Konto. Mein Notebook wurde heute früh in der Bahn gestohlen.',
    urgency: 'Critical',
    answer:
      'Ihr Konto ist deaktiviert und alle Sitzungen sind beendet. Ihre Administratorin aktiviert es wieder, sobald Sie ein neues Gerät haben.',
  },
  {
    text: 'The page is very small on the meeting room screen. Is there a larger font?',
    urgency: 'Low',
    answer: 'Under “Security details”, “Display”, you can choose the font size.',
  },
  {
    text: 'I forgot my username and the mail with it does not arrive. Maybe you have my old address?',
    urgency: 'Normal',
    answer: 'Your address was that of your former department. It is corrected.',
  },
];

/** Tickets from senders who have no account. */
export const strangers: readonly (DemoText & { readonly email: string })[] = [
  {
    email: 'press@daily-ledger.example.net',
    text: 'We write about identity products and would like to talk to somebody about yours. Who is the right person?',
    urgency: 'Low',
    answer: 'Please write to our press office. Its address is on our website.',
  },
  {
    email: 'j.moreau@new-hire.example.net',
    text: 'I start next Monday and was told that I would receive an invitation. Nothing has arrived at this address so far.',
    urgency: 'Normal',
    answer: 'Your administrator has to invite you first. We have told them.',
  },
  {
    email: 'accounts@former-broker.example.net',
    text: 'Our contract ended in June. Please confirm that our people’s accounts were deleted.',
    urgency: 'High',
    answer: 'We confirm it to the person named in the contract.',
  },
];

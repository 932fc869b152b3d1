/** Samples of tickets and of the form that sends them. */
import type { Samples, Stage } from './sample.ts';

const sent = { body: { Email: 'ada@example.com', IssueDescription: 'I cannot log in.', Urgency: 'Normal' } } as const;

/** A ticket of the member, as it is changed. */
async function newTicket({ own, subadmin }: Stage): Promise<{ ticketNumber: string; body: { version: number } }> {
  const { ticketNumber } = await (await own()).ok('Support.CreateTicket', sent);
  const { version } = await subadmin.ok('Tickets.Ticket', { ticketNumber });
  return { ticketNumber, body: { version } };
}

export const supportSamples = {
  'Support.CreateTicket': { sends: sent },
  'Support.TicketState': { sends: { body: { token: 'not-the-token' } } },

  'Tickets.Note': {
    sends: { body: { text: 'Called back.' } },
    prepare: async (stage) => ({ ticketNumber: (await newTicket(stage)).ticketNumber }),
  },
  'Tickets.Answer': {
    sends: { body: { version: 0, text: 'Hello.' } },
    async prepare(stage) {
      const { ticketNumber, body } = await newTicket(stage);
      return { ticketNumber, body: { ...body, text: 'Try again.' } };
    },
  },
  'Tickets.Assign': {
    sends: { body: { version: 0, userId: null } },
    async prepare(stage) {
      const [{ ticketNumber, body }, { userId }] = [await newTicket(stage), await stage.subadmin.ok('Users.Self')];
      return { ticketNumber, body: { ...body, userId } };
    },
  },
  'Tickets.Close': { sends: { body: { version: 0 } }, prepare: newTicket },
  'Tickets.Reopen': {
    sends: { body: { version: 0 } },
    async prepare(stage) {
      const { ticketNumber, ...closing } = await newTicket(stage);
      const { version } = await stage.subadmin.ok('Tickets.Close', { ticketNumber, ...closing });
      return { ticketNumber, body: { version } };
    },
  },
} satisfies Partial<Samples>;

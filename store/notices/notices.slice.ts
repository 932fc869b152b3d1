/** The queue of toasts, oldest first. Each says one thing and goes by itself, unless told to stay. */
import { createSlice, nanoid, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';
import { identityChanged, sessionGivenUp } from '@api/client/sessionEvents.ts';
import type { Message, Phrase } from './message.ts';

export type Severity = 'info' | 'success' | 'error' | 'warning';

export interface Notice {
  readonly id: string;
  readonly message: Message;
  readonly severity: Severity;
  /** Name of an icon; absent: the one of the severity. */
  readonly icon?: string;
  /** The message is HTML, to be cleaned by whoever shows it. */
  readonly html: boolean;
  readonly closable: boolean;
  /** Milliseconds; false: stays until closed. */
  readonly timeout: number | false;
  /** What its button does, such as "Undo". */
  readonly action?: { readonly label: Phrase; readonly dispatch: UnknownAction };
}

export type NoticeDraft = Pick<Notice, 'message'> & Partial<Omit<Notice, 'id' | 'message'>>;

const TIMEOUT_MS = 5000;

const noticesSlice = createSlice({
  name: 'notices',
  initialState: [] as Notice[],
  reducers: {
    noticeRaised: {
      reducer: (notices, { payload }: PayloadAction<Notice>) => [...notices, payload],
      prepare: (draft: NoticeDraft) => ({
        payload: { severity: 'info', html: false, closable: true, timeout: TIMEOUT_MS, ...draft, id: nanoid(8) } satisfies Notice,
      }),
    },
    noticeDismissed: (notices, { payload }: PayloadAction<string>) => notices.filter(({ id }) => id !== payload),
    /** A person points at it or is in it: its time stands still. */
    noticeHeld: (_notices, _id: PayloadAction<string>) => undefined,
    /** Its whole time begins again. */
    noticeReleased: (_notices, _id: PayloadAction<string>) => undefined,
  },
  extraReducers: (build) => {
    // What was said to one person is not for the next.
    build.addCase(sessionGivenUp, () => []);
    build.addCase(identityChanged, (notices, { payload }) => (payload.by === 'logIn' ? notices : []));
  },
  selectors: { selectNotices: (notices) => notices },
});

export const { noticeRaised, noticeDismissed, noticeHeld, noticeReleased } = noticesSlice.actions;
export const { selectNotices } = noticesSlice.selectors;
export { noticesSlice };

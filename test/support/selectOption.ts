/** Chooses an option of antd's Select, whose list is rendered outside of it: beside its listbox, where that has only the options near the active one. */
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** The option in the list that is open. */
export const openOption = (option: string): Promise<HTMLElement> =>
  waitFor(() => {
    const list = document.querySelector('[role="combobox"][aria-expanded="true"]')?.getAttribute('aria-controls') ?? '';
    const popup = document.getElementById(list)?.parentElement;
    const found = popup?.querySelector<HTMLElement>(`[title=${JSON.stringify(option)}]`);
    if (!found) throw new Error(`No option "${option}"`);
    return found;
  });

export async function selectOption(user: UserEvent, label: string, option: string): Promise<void> {
  await user.click(await screen.findByRole('combobox', { name: label }));
  await user.click(await openOption(option));
}

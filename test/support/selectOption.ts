/** Chooses an option of antd's Select, whose list is rendered outside of it. */
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** The option in the list that is open. */
export const openOption = (option: string): Promise<HTMLElement> =>
  waitFor(() => {
    const list = '.ant-select-dropdown:not(.ant-select-dropdown-hidden)';
    const found = document.querySelector<HTMLElement>(`${list} .ant-select-item-option[title=${JSON.stringify(option)}]`);
    if (!found) throw new Error(`No option "${option}"`);
    return found;
  });

export async function selectOption(user: UserEvent, label: string, option: string): Promise<void> {
  await user.click(await screen.findByRole('combobox', { name: label }));
  await user.click(await openOption(option));
}

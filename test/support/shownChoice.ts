/** The text that antd's Select shows as chosen; its input has only the text being typed. */
import { screen } from '@testing-library/react';

export const shownChoice = (label: string): string | null | undefined =>
  screen.getByRole('combobox', { name: label }).parentElement?.textContent;

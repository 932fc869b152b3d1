/** What the operator reads of an import. */
import type { ImportCounts } from '../../api/contract/imports.shapes.ts';

const number = (value: number): string => String(value);

export function linesOf(counts: ImportCounts, isDryRun: boolean): string[] {
  const list = (title: string, values: Readonly<Record<string, number>>) =>
    Object.keys(values).length === 0
      ? []
      : [title, ...Object.entries(values).map(([code, count]) => `  ${code}\t${number(count)}`)];
  return [
    `${number(counts.total)} people are in the file; ${number(counts.coming)} ${isDryRun ? 'come' : 'have come'}, of them`,
    `  with their password\t${number(counts.withPassword)}`,
    `  with their authenticator\t${number(counts.withAuthenticator)}`,
    `  with passkeys\t${number(counts.withPasskeys)}`,
    ...(counts.unchanged > 0 ? [`${number(counts.unchanged)} came before, and are unchanged.`] : []),
    ...list('What does not come, or otherwise:', counts.notices),
    ...list('Refused:', counts.refusals),
    ...(counts.unknownRoles.length > 0 ? [`Roles and groups without a role here: ${counts.unknownRoles.join(', ')}`] : []),
  ];
}

/** The head of a page about one organisation, with the way back to it. */
import { useFetchOrganisationsQuery } from '@api/client/organisations.api.ts';
import { paths } from '@src/paths.ts';
import { BackLink } from '@src/ui/BackLink.tsx';
import { PageHeading } from '@src/ui/PageHeading.tsx';

/** @returns undefined until it is loaded */
export const useOrganisationName = (organisationPublicId: string): string | undefined =>
  useFetchOrganisationsQuery().currentData?.find(({ publicId }) => publicId === organisationPublicId)?.organisationName;

interface Props {
  readonly organisationPublicId: string;
  readonly title: string;
  /** Title of the browser's tab. */
  readonly tabTitle: string;
  readonly lead: string;
  readonly back: string;
}

export function OrganisationPageHead({ organisationPublicId, title, tabTitle, lead, back }: Props) {
  return (
    <header className="form-page-head">
      <BackLink to={paths.organisations.to({}, { organisation: organisationPublicId })}>{back}</BackLink>
      <PageHeading title={tabTitle}>{title}</PageHeading>
      <p className="muted">{lead}</p>
    </header>
  );
}

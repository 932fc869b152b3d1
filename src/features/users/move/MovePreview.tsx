/** What would be different for users in another organisation, as the server finds it now. */
import { useTranslation } from 'react-i18next';
import { usePreviewMoveQuery } from '@api/client/users.move.api.ts';
import { isolatedList } from '@api/contract/isolated.ts';
import type { MovePreview as Preview } from '@api/contract/users.move.ts';
import { useFormats } from '@src/i18n/useFormats.ts';
import { Alert } from '@src/ui/Alert.tsx';
import { Facts } from '@src/ui/Facts.tsx';
import { Loaded } from '@src/ui/Section.tsx';

interface Props {
  readonly userIds: readonly string[];
  readonly organisationPublicId: string;
}

export default function MovePreview({ userIds, organisationPublicId }: Props) {
  const query = usePreviewMoveQuery(
    { body: { userIds: [...userIds], organisationPublicId } },
    { refetchOnMountOrArgChange: true },
  );
  return <Loaded query={query}>{(preview) => <Differences preview={preview} />}</Loaded>;
}

function Differences({ preview }: { readonly preview: Preview }) {
  const { t } = useTranslation('bulk', { keyPrefix: 'move' });
  const { approved, organisation } = preview;
  const facts = useFacts(preview);
  return (
    <section className="stack-tight" aria-label={t('heading')}>
      <h3>{t('heading')}</h3>
      {!approved && <Alert severity="warning">{t('notApproved', { name: organisation.organisationName })}</Alert>}
      <Facts
        items={facts.map(({ label, texts }) => ({
          label,
          children: texts.map((text) => (
            <p key={text} className="small">
              {text}
            </p>
          )),
        }))}
      />
    </section>
  );
}

interface Fact {
  readonly label: string;
  readonly texts: readonly string[];
}

function useFacts({ users, mfa, provider, administrators, roles, ends, organisation }: Preview): readonly Fact[] {
  const { t } = useTranslation('bulk', { keyPrefix: 'move' });
  const formats = useFormats();
  const name = organisation.organisationName;
  /** A text that holds for some of the users; none for nobody. */
  const of = (count: number, text: string): readonly string[] => {
    if (count === 0) return [];
    return [users === 1 ? text : t('of', { text, count: formats.number(count), total: formats.number(users) })];
  };
  const or = (texts: readonly string[], otherwise: string) => (texts.length > 0 ? texts : [otherwise]);
  const shown = ({ names, count }: Preview['administrators']['gained']): string => {
    const listed = isolatedList(names);
    const more = count - names.length;
    return more > 0 ? t('more', { names: listed, count: more, total: formats.number(more) }) : listed || t('nobody');
  };
  return [
    {
      label: t('mfa.label'),
      texts: or(
        [...of(mfa.newly, t('mfa.newly')), ...of(mfa.toEnrol, t('mfa.toEnrol')), ...of(mfa.noLonger, t('mfa.noLonger'))],
        t(mfa.required ? 'mfa.stillRequired' : 'mfa.stillOptional'),
      ),
    },
    {
      label: t('logIn.label'),
      texts: or(
        [
          ...of(provider.closes, t('logIn.closes', { names: isolatedList(provider.names) })),
          ...of(provider.opens, t('logIn.opens')),
        ],
        t('logIn.same'),
      ),
    },
    {
      label: t('administrators.label'),
      texts: [
        t('administrators.gained', { names: shown(administrators.gained) }),
        t('administrators.lost', { names: shown(administrators.lost) }),
      ],
    },
    {
      label: t('roles.label'),
      texts: [
        t('roles.kept'),
        ...of(roles.administering, t('roles.administering', { name })),
        ...of(roles.ceasing, t('roles.ceasing')),
      ],
    },
    {
      label: t('ends.label'),
      texts: or(
        [
          ...of(ends.loggedIn, t('ends.loggedIn')),
          ...(['links', 'apiKeys', 'rememberedBrowsers'] as const)
            .filter((key) => ends[key] > 0)
            .map((key) => t(`ends.${key}`, { count: ends[key], total: formats.number(ends[key]) })),
          ...of(ends.directory, t('ends.directory')),
          ...of(ends.emergency, t('ends.emergency')),
        ],
        t('ends.nothing'),
      ),
    },
  ];
}

/** The acts on domains and identity providers of an organisation that ask first. */
import { createAction } from '@reduxjs/toolkit';
import { connectionsApi } from '@api/client/identityProviders.api.ts';
import { domainsApi } from '@api/client/domains.api.ts';
import { actSaga, success } from '../saga/act.ts';

interface OfOrganisation {
  readonly organisationPublicId: string;
}

interface OfConnection extends OfOrganisation {
  readonly connectionId: string;
  readonly name: string;
}

export const domainDeletionRequested = createAction<OfOrganisation & { readonly domainId: string; readonly domain: string }>(
  'federation/domainDeletionRequested',
);
export const connectionEnablingRequested = createAction<OfConnection & { readonly enabled: boolean }>(
  'federation/connectionEnablingRequested',
);
export const connectionDeletionRequested = createAction<OfConnection>('federation/connectionDeletionRequested');
/** `name`: the organisation's; `shutOut`: how many users could no longer log in, as shown. */
export const requirementRequested = createAction<
  OfOrganisation & { readonly name: string; readonly required: boolean; readonly shutOut: string }
>('federation/requirementRequested');
export const linkRemovalRequested = createAction<
  OfOrganisation & { readonly connectionId: string; readonly userName: string; readonly name: string }
>('federation/linkRemovalRequested');
export const breakGlassRemovalRequested = createAction<OfOrganisation & { readonly userId: string; readonly name: string }>(
  'federation/breakGlassRemovalRequested',
);

const { deleteDomain } = domainsApi.endpoints;
const { enableConnection, deleteConnection, removeLink, requireProvider, setBreakGlass } = connectionsApi.endpoints;

export const federationActs = {
  'federation/domainDeletion': actSaga(domainDeletionRequested, {
    keyOf: ({ domainId }) => domainId,
    question: ({ domain }) => ({
      title: { phrase: 'federation:domains.deleteTitle', values: { domain } },
      body: { phrase: 'federation:domains.deleteText' },
      confirm: { phrase: 'federation:domains.delete' },
      danger: true,
      reason: 'none',
    }),
    call: ({ organisationPublicId, domainId }) => deleteDomain.initiate({ organisationPublicId, domainId }),
    done: ({ domain }) => success({ phrase: 'federation:domains.deleted', values: { domain } }),
  }),
  'federation/connectionEnabling': actSaga(connectionEnablingRequested, {
    keyOf: ({ connectionId }) => connectionId,
    question: ({ name, enabled }) => ({
      title: { phrase: enabled ? 'federation:connections.enableTitle' : 'federation:connections.disableTitle', values: { name } },
      body: { phrase: enabled ? 'federation:connections.enableText' : 'federation:connections.disableText', values: { name } },
      confirm: { phrase: enabled ? 'federation:connections.enable' : 'federation:connections.disable' },
      danger: !enabled,
      reason: 'none',
    }),
    call: ({ organisationPublicId, connectionId, enabled }) =>
      enableConnection.initiate({ organisationPublicId, connectionId, enabled }),
    done: ({ name, enabled }) =>
      success({ phrase: enabled ? 'federation:connections.enabled' : 'federation:connections.disabled', values: { name } }),
  }),
  'federation/connectionDeletion': actSaga(connectionDeletionRequested, {
    keyOf: ({ connectionId }) => connectionId,
    question: ({ name }) => ({
      title: { phrase: 'federation:connections.deleteTitle', values: { name } },
      body: { phrase: 'federation:connections.deleteText' },
      confirm: { phrase: 'federation:connections.delete' },
      danger: true,
      reason: 'none',
    }),
    call: ({ organisationPublicId, connectionId }) => deleteConnection.initiate({ organisationPublicId, connectionId }),
    done: ({ name }) => success({ phrase: 'federation:connections.deleted', values: { name } }),
  }),
  /** The question states how many users could no longer log in. */
  'federation/requirement': actSaga(requirementRequested, {
    keyOf: ({ organisationPublicId }) => organisationPublicId,
    question: ({ name, required, shutOut: total }) => ({
      title: { phrase: required ? 'federation:required.requireTitle' : 'federation:required.freeTitle' },
      body: { phrase: required ? 'federation:required.requireText' : 'federation:required.freeText', values: { name, total } },
      confirm: { phrase: required ? 'federation:required.require' : 'federation:required.free' },
      danger: required,
      reason: 'none',
    }),
    call: ({ organisationPublicId, required }) => requireProvider.initiate({ organisationPublicId, required }),
    done: ({ required }) => success({ phrase: required ? 'federation:required.requireDone' : 'federation:required.freeDone' }),
  }),
  'federation/linkRemoval': actSaga(linkRemovalRequested, {
    keyOf: ({ userName }) => userName,
    question: ({ name }) => ({
      title: { phrase: 'federation:attempts.removeLinkTitle', values: { name } },
      body: { phrase: 'federation:attempts.removeLinkText' },
      confirm: { phrase: 'federation:attempts.removeLink' },
      danger: true,
      reason: 'none',
    }),
    call: ({ organisationPublicId, connectionId, userName }) =>
      removeLink.initiate({ organisationPublicId, connectionId, userName }),
    done: ({ name }) => success({ phrase: 'federation:attempts.linkRemoved', values: { name } }),
  }),
  'federation/breakGlassRemoval': actSaga(breakGlassRemovalRequested, {
    keyOf: ({ userId }) => userId,
    question: ({ name }) => ({
      title: { phrase: 'federation:required.removeTitle', values: { name } },
      body: { phrase: 'federation:required.removeText' },
      confirm: { phrase: 'federation:required.remove' },
      danger: true,
      reason: 'none',
    }),
    call: ({ organisationPublicId, userId }) => setBreakGlass.initiate({ organisationPublicId, userId, kept: false }),
    done: ({ name }) => success({ phrase: 'federation:required.removed', values: { name } }),
  }),
};

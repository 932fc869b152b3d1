/** Endpoint of the preview of a move. */
import { usersMoveCalls } from '../contract/users.move.ts';
import { baseApi } from './baseApi.ts';
import { endpointsOf, shownByCaller } from './endpoints.ts';

export const usersMoveApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** A POST that only reads. */
    previewMove: endpointsOf(build, usersMoveCalls).read('Users.MovePreview', ['Account', 'Organisation'], shownByCaller),
  }),
});

export const { usePreviewMoveQuery } = usersMoveApi;

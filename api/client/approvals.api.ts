/** Endpoints of the requests that wait for another administrator. */
import { approvalsCalls } from '../contract/approvals.calls.ts';
import type { ArgsOf } from '../contract/index.ts';
import { baseApi } from './baseApi.ts';
import { type Reply, request } from './request.ts';
import { invalidates } from './tags.ts';

export const approvalsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Whatever is asked for or decided reaches both by the audit's tag. */
    fetchApprovals: build.query<Reply<'Approvals.List'>, ArgsOf<'Approvals.List'>>({
      query: request(approvalsCalls, 'Approvals.List'),
      providesTags: ['Audit'],
    }),
    fetchApprovalCount: build.query<Reply<'Approvals.Count'>, ArgsOf<'Approvals.Count'>>({
      query: request(approvalsCalls, 'Approvals.Count'),
      extraOptions: { problemsShownBy: 'caller' },
      providesTags: ['Audit'],
    }),
    approveRequest: build.mutation<Reply<'Approvals.Approve'>, ArgsOf<'Approvals.Approve'>>({
      query: request(approvalsCalls, 'Approvals.Approve'),
      invalidatesTags: invalidates('Account', 'Role', 'Organisation', 'Self', 'Mfa', 'Operation'),
    }),
    refuseRequest: build.mutation<Reply<'Approvals.Refuse'>, ArgsOf<'Approvals.Refuse'>>({
      query: request(approvalsCalls, 'Approvals.Refuse'),
      invalidatesTags: invalidates('Operation'),
    }),
    withdrawRequest: build.mutation<Reply<'Approvals.Withdraw'>, ArgsOf<'Approvals.Withdraw'>>({
      query: request(approvalsCalls, 'Approvals.Withdraw'),
      invalidatesTags: invalidates('Operation'),
    }),
  }),
});

export const { useFetchApprovalsQuery, useFetchApprovalCountQuery } = approvalsApi;

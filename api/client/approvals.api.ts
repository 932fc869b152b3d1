/** Endpoints of the requests that wait for another administrator. */
import { approvalsCalls } from '../contract/approvals.ts';
import { baseApi } from './baseApi.ts';
import { endpointsOf, shownByCaller } from './endpoints.ts';

export const approvalsApi = baseApi.injectEndpoints({
  endpoints: (build) => {
    const { read, write } = endpointsOf(build, approvalsCalls);
    return {
      /** Every request and every decision is audited, so that the audit's tag makes both queries read again. */
      fetchApprovals: read('Approvals.List', ['Audit']),
      fetchApprovalCount: read('Approvals.Count', ['Audit'], shownByCaller),
      approveRequest: write('Approvals.Approve', ['Account', 'Role', 'Organisation', 'Self', 'Mfa', 'Operation']),
      refuseRequest: write('Approvals.Refuse', ['Operation']),
      withdrawRequest: write('Approvals.Withdraw', ['Operation']),
    };
  },
});

export const { useFetchApprovalsQuery, useFetchApprovalCountQuery } = approvalsApi;

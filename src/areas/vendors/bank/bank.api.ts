import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { bankChangeInput, bankDetail, callBackInput } from "./bank.model.ts";
import { endBankChange, proposeBankChange, readBank, verifyBankChange } from "./bank.service.ts";

const path = "/api/v1/vendor-bank-changes";
const reasonInput = z.object({ reason: z.string().trim().max(2000).nullish() });

export const bankEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/vendors/{id}/bank",
    permission: "vendor.read",
    summary: "Bank account (masked), hold and changes of a vendor",
    params: idParams,
    response: bankDetail,
    handler: ({ actor, db, params }) => readBank(db, actor, params.id),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/vendors/{id}/bank-changes",
    permission: "vendor.editBank",
    summary: "Propose new bank details; somebody else must verify them",
    params: idParams,
    body: bankChangeInput,
    response: bankDetail,
    handler: async ({ actor, tx, params, body }) => {
      await proposeBankChange(tx, actor, params.id, body);
      return readBank(tx, actor, params.id);
    },
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/actions/verify`,
    permission: "vendor.verifyBank",
    summary: "Verify after a call-back on a number known before; never by the proposer",
    params: idParams,
    body: callBackInput,
    response: bankDetail,
    handler: async ({ actor, tx, params, body, ifMatch }) =>
      readBank(tx, actor, (await verifyBankChange(tx, actor, params.id, body, ifMatch)).vendorId),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/actions/reject`,
    permission: "vendor.verifyBank",
    summary: "Reject the change; the account on file stays",
    params: idParams,
    body: reasonInput,
    response: bankDetail,
    handler: async ({ actor, tx, params, body, ifMatch }) =>
      readBank(
        tx,
        actor,
        (await endBankChange(tx, actor, params.id, "reject", ifMatch, body.reason ?? null))
          .vendorId,
      ),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/actions/withdraw`,
    permission: "vendor.editBank",
    summary: "Withdraw your own proposal",
    params: idParams,
    body: reasonInput,
    response: bankDetail,
    handler: async ({ actor, tx, params, ifMatch }) =>
      readBank(
        tx,
        actor,
        (await endBankChange(tx, actor, params.id, "withdraw", ifMatch, null)).vendorId,
      ),
  }),
  historyEndpoint(path, "vendorBankChange", "vendor.read"),
];

import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints, type StepVerb } from "#server/http/steps.ts";
import { bankChangeInput, bankDetail, callBackInput, type BankDetail } from "./bank.model.ts";
import {
  endBankChange,
  proposeBankChange,
  readBank,
  verifyBankChange,
  bankChangeNoun,
} from "./bank.service.ts";

const path = "/api/v1/vendor-bank-changes";

// The screen of a change is the vendor's: every step answers with the vendor's bank.
const answeringBank =
  <B>(take: StepVerb<B, { vendorId: string }>): StepVerb<B, BankDetail> =>
  async (tx, actor, at, input, app) =>
    readBank(tx, actor, (await take(tx, actor, at, input, app)).vendorId);

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
  ...stepEndpoints(
    bankChangeNoun,
    {
      verify: step(callBackInput, answeringBank(verifyBankChange), {
        summary: "Verify after a call-back on a number known before; never by the proposer",
      }),
      reject: {
        summary: "Reject the change; the account on file stays",
        take: answeringBank((tx, actor, at) => endBankChange(tx, actor, "reject", at)),
      },
      withdraw: {
        summary: "Withdraw your own proposal",
        take: answeringBank((tx, actor, at) => endBankChange(tx, actor, "withdraw", at)),
      },
    },
    { response: bankDetail },
  ),
  historyEndpoint(path, "vendorBankChange", "vendor.read"),
];

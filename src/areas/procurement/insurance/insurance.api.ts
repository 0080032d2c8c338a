import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { insuranceOverrideInput } from "./insurance.model.ts";
import { ofOrder, ofSolicitation, overrideInsurance } from "./insurance.service.ts";

const made = z.object({ id: z.string() });

/** Letting an award or an order go on without a certificate of insurance in force. */
export const insuranceEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/api/v1/solicitations/{id}/insurance-overrides",
    permission: "award.approve",
    summary:
      "Let an award and its orders go on without a vendor's certificate of insurance in force",
    params: idParams,
    body: insuranceOverrideInput,
    response: made,
    handler: async ({ tx, actor, params, body }) =>
      overrideInsurance(tx, actor, await ofSolicitation(tx, params.id), body.vendorId, body.reason),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/purchase-orders/{id}/insurance-overrides",
    permission: "award.approve",
    summary: "Let an order go out without its vendor's certificate of insurance in force",
    params: idParams,
    body: insuranceOverrideInput.omit({ vendorId: true }),
    response: made,
    handler: async ({ tx, actor, params, body }) => {
      const about = await ofOrder(tx, params.id);
      return overrideInsurance(tx, actor, about, about.vendorId, body.reason);
    },
  }),
];

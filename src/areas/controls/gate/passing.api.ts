import { z } from "zod";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { letPass } from "./gate.service.ts";

const passing = z.strictObject({
  controlId: z.uuid("Choose the control."),
  subjectId: z.uuid("Choose the record."),
  reason: z.string().trim().min(10, "Say why it may pass.").max(4000),
});

export const passingEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/api/v1/control-passings",
    permission: "controlWaiver.decide",
    summary: "Let a record pass of which a stopping control cannot tell, with the reason",
    body: passing,
    response: z.object({ passed: z.literal(true) }),
    handler: async ({ tx, actor, body }) => {
      await letPass(tx, actor, body);
      return { passed: true as const };
    },
  }),
];

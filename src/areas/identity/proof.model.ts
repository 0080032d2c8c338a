import { z } from "zod";
import { passkeyAnswer } from "./identity.model.ts";
import { secondFactorCode, typedPassword } from "./validators.model.ts";

/** Minutes for which a proof of who sits there counts. */
export const proofMinutes = 10;

export const proofRequest = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("password"),
    present_password: typedPassword,
    present_code: secondFactorCode.optional(),
  }),
  z.object({ kind: z.literal("passkey"), answer: passkeyAnswer }),
]);
export type ProofRequest = z.infer<typeof proofRequest>;

export const proofState = z
  .object({
    password: z.boolean().meta({ description: "the password proves it" }),
    code: z.boolean().meta({ description: "with a code beside it" }),
    passkey: z.boolean().meta({ description: "a passkey proves it" }),
    until: z.string().nullable().meta({ description: "the last proof counts until then" }),
  })
  .meta({ id: "ProofState" });
export type ProofState = z.infer<typeof proofState>;

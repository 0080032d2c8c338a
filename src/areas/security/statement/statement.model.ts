import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";

export const signInRow = z
  .object({
    id: z.string(),
    kind: z.string(),
    at: instantField,
    address: z.string(),
    current: z.boolean().meta({ description: "the sign-in of this very session" }),
  })
  .meta({ id: "OwnSignIn" });
export type SignInRow = z.output<typeof signInRow>;

export const statementsAnswer = z
  .object({
    at: instantField,
    source: z.string(),
    items: z.array(
      z.object({
        probe: z.string(),
        label: z.string(),
        sentence: z.string(),
        good: z.boolean().nullable().meta({ description: "null: nothing of the kind to try" }),
        said: z.string(),
        nist: z.string(),
      }),
    ),
  })
  .meta({ id: "SecurityStatements" });
export type StatementsAnswer = z.output<typeof statementsAnswer>;

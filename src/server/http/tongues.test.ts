import { expect, test } from "vitest";
import { invalid, invalidField } from "#kernel/errors.ts";
import { inOneLine } from "./tongues.ts";

test("a problem in one line says each thing once: the sentence, and what a field lacks beyond it", () => {
  expect(inOneLine(invalidField("address_id", "Say where it is."))).toBe("Say where it is.");
  expect(
    inOneLine(
      invalid("invalid_body", "Some values are not valid.", [
        { path: "status.0", message: "Say open or closed." },
        { path: "status.1", message: "Say open or closed." },
        { path: "", message: "Send a place." },
      ]),
    ),
  ).toBe("Some values are not valid. status: Say open or closed. Send a place.");
});

import { expect, test } from "vitest";
import { toBase64, writtenInBase64 } from "./base64.ts";

test("what is written in base64 is known at every length, also at that of a large file", () => {
  for (const text of ["QQ==", "QUI=", "QUJD"]) expect(writtenInBase64(text)).toBe(true);
  for (const text of ["", "=", "==", "Q Q=", "Q===", "QU\nI=", "ÄÄÄÄ", "Q-_Q"])
    expect(writtenInBase64(text)).toBe(false);
  expect(writtenInBase64(toBase64(new Uint8Array(300)).repeat(100_000))).toBe(true);
  expect(writtenInBase64(`${"A".repeat(40_000_000)}!`)).toBe(false);
});

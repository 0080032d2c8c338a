import { pbkdf2Sync, createDecipheriv } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decryptText, encryptText, mask, randomToken, sha256Hex } from "./passphrase-crypto.ts";

test("what was encrypted opens with the same passphrase only", async () => {
  const sealed = await encryptText("Bond für Straße 12", "a long passphrase");
  expect(await decryptText(sealed, "a long passphrase")).toBe("Bond für Straße 12");
  await expect(decryptText(sealed, "another")).rejects.toThrow("Failed to decrypt data");
  await expect(decryptText("not base64!", "a long passphrase")).rejects.toThrow(
    "Failed to decrypt data",
  );
  await expect(decryptText(sealed, "a long passphrase", 600_000)).rejects.toThrow(
    "Failed to decrypt data",
  );
});

test("the layout is salt 16, nonce 12, AES-256-GCM under PBKDF2-SHA-256 with 100,000 rounds: another implementation opens it", async () => {
  const bytes = Buffer.from(await encryptText("open me", "pass"), "base64");
  const key = pbkdf2Sync("pass", bytes.subarray(0, 16), 100_000, 32, "sha256");
  const cipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(16, 28));
  cipher.setAuthTag(bytes.subarray(-16));
  expect(Buffer.concat([cipher.update(bytes.subarray(28, -16)), cipher.final()]).toString()).toBe(
    "open me",
  );
});

test("each single changed bit is noticed", async () => {
  const bytes = Buffer.from(await encryptText("x", "p", 1000), "base64");
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: bytes.length * 8 - 1 }), async (bit) => {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      await expect(decryptText(changed.toString("base64"), "p", 1000)).rejects.toThrow(
        "Failed to decrypt data",
      );
    }),
    { numRuns: 60 },
  );
});

test("hash, token and mask", async () => {
  expect(await sha256Hex("abc")).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
  expect(randomToken()).toMatch(/^[0-9a-f]{64}$/);
  expect(randomToken(8)).toMatch(/^[0-9a-f]{16}$/);
  expect([mask("1234567890"), mask("1234"), mask("")]).toEqual(["••••••7890", "••••", ""]);
});

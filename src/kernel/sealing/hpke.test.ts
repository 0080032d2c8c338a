import { expect, test } from "vitest";
import { base64, type Bytes, hex, utf8 } from "./bytes.ts";
import {
  exportPrivate,
  hpke,
  type HpkeKeys,
  hpkeSuite,
  importPrivate,
  importScalar,
  newHpkeKeys,
} from "./hpke.ts";

const bytes = (text: string): Bytes =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const keys = async (scalar: string, point: string): Promise<HpkeKeys> => {
  const publicKey = bytes(point);
  return {
    publicKey,
    privateKey: await importScalar(
      base64(bytes(scalar)),
      base64(publicKey.slice(1, 33)),
      base64(publicKey.slice(33)),
    ),
  };
};
const info = bytes("4f6465206f6e2061204772656369616e2055726e");
const aad = bytes("436f756e742d30");
const plain = bytes("4265617574792069732074727574682c20747275746820626561757479");

// RFC 9180, appendix A.3.1: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM, base mode,
// sequence number 0.
const rfc = {
  recipient: [
    "f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2",
    "04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a8" +
      "26a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0",
  ],
  ephemeral: [
    "4995788ef4b9d6132b249ce59a77281493eb39af373d236a1fe415cb0c2d7beb",
    "04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac" +
      "98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4",
  ],
  ct: "5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f20b6c7f9076ac232e3ab2523f39513434",
} as const;
// The same in our suite (AES-256-GCM), which the appendix leaves out: from the CFRG reference file
// that the appendix was made of.
const cfrg = {
  recipient: [
    "317f915db7bc629c48fe765587897e01e282d3e8445f79f27f65d031a88082b2",
    "04abc7e49a4c6b3566d77d0304addc6ed0e98512ffccf505e6a8e3eb25c685136" +
      "f853148544876de76c0f2ef99cdc3a05ccf5ded7860c7c021238f9e2073d2356c",
  ],
  enc:
    "04c06b4f6bebc7bb495cb797ab753f911aff80aefb86fd8b6fcc35525f3ab5f03" +
    "e0b21bd31a86c6048af3cb2d98e0d3bf01da5cc4c39ff5370d331a4f1f7d5a4e0",
  ct: "58c61a45059d0c5704560e9d88b564a8b63f1364b8d1fcb3c4c6ddc1d291742465e902cd216f8908da49f8f96f",
} as const;

test("RFC 9180 A.3.1: sealing with the published ephemeral key gives the published ciphertext, and it opens", async () => {
  const suite = hpkeSuite({ id: 1, keyBytes: 16 });
  const recipient = await keys(...rfc.recipient);
  const sealed = await suite.seal(
    recipient.publicKey,
    info,
    aad,
    plain,
    await keys(...rfc.ephemeral),
  );
  expect(hex(sealed.enc)).toBe(rfc.ephemeral[1]);
  expect(hex(sealed.ct)).toBe(rfc.ct);
  expect(hex(await suite.open(recipient, info, aad, sealed))).toBe(hex(plain));
});

test("the reference vector of our own suite opens, and not with another info, aad, key, point or ciphertext", async () => {
  const recipient = await keys(...cfrg.recipient);
  const sealed = { enc: bytes(cfrg.enc), ct: bytes(cfrg.ct) };
  expect(hex(await hpke.open(recipient, info, aad, sealed))).toBe(hex(plain));
  const other = await newHpkeKeys();
  const flipped = Uint8Array.from(sealed.ct, (byte, i) => (i === 3 ? byte ^ 1 : byte));
  for (const attempt of [
    () => hpke.open(recipient, utf8("other"), aad, sealed),
    () => hpke.open(recipient, info, utf8("other"), sealed),
    () => hpke.open(recipient, info, aad, { ...sealed, ct: flipped }),
    () => hpke.open(other, info, aad, sealed),
    () => hpke.open(recipient, info, aad, { ...sealed, enc: other.publicKey }),
    () =>
      hpke.open(recipient, info, aad, {
        ...sealed,
        enc: Uint8Array.from(sealed.enc, (byte, i) => (i === 64 ? byte ^ 1 : byte)),
      }),
  ])
    await expect(attempt()).rejects.toThrow();
});

test("a key pair survives its export, and two seals of one text differ", async () => {
  const made = await newHpkeKeys(true);
  const text = utf8("a share");
  const kept = {
    publicKey: made.publicKey,
    privateKey: await importPrivate(await exportPrivate(made.privateKey)),
  };
  const [one, other] = await Promise.all([
    hpke.seal(made.publicKey, info, aad, text),
    hpke.seal(made.publicKey, info, aad, text),
  ]);
  expect(hex(one.ct)).not.toBe(hex(other.ct));
  expect(hex(await hpke.open(kept, info, aad, one))).toBe(hex(text));
  await expect(exportPrivate(kept.privateKey)).rejects.toThrow();
});

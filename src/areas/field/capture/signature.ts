import { createPublicKey, hash, verify, type JsonWebKey, type KeyObject } from "node:crypto";
import { captureBytes, type CaptureEnvelope } from "./envelope.ts";

const keys = new Map<string, KeyObject>();
const mostKeys = 1000;

const keyOf = (jwk: Readonly<Record<string, unknown>>): KeyObject => {
  const name = `${String(jwk.x)} ${String(jwk.y)}`;
  const known = keys.get(name);
  if (known) return known;
  const key = createPublicKey({ key: jwk as JsonWebKey, format: "jwk" });
  if (keys.size >= mostKeys) keys.clear();
  keys.set(name, key);
  return key;
};

/** Whether a public key is one of ECDSA P-256, without a private part. */
export const isDeviceKey = (jwk: Readonly<Record<string, unknown>>): boolean => {
  if (jwk.kty !== "EC" || jwk.crv !== "P-256" || "d" in jwk) return false;
  try {
    return keyOf(jwk).asymmetricKeyType === "ec";
  } catch {
    return false;
  }
};

/** Whether a device signed these very bytes (ECDSA P-256, SHA-256, IEEE P1363 as WebCrypto signs). */
export const isSignedBy = (
  jwk: Readonly<Record<string, unknown>>,
  envelope: CaptureEnvelope,
  signature: string,
): boolean =>
  verify(
    "sha256",
    captureBytes(envelope),
    { key: keyOf(jwk), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );

/** The hash of a capture as `captureHash` gives it, at once. */
export const hashOf = (envelope: CaptureEnvelope): string =>
  hash("sha256", captureBytes(envelope), "hex");

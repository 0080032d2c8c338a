import { createSign, generateKeyPairSync, X509Certificate, type KeyObject } from "node:crypto";
import { invalidField } from "#kernel/errors.ts";
import { freshBytes } from "#server/random.ts";
import type { ShownCertificate } from "../provider/provider.model.ts";

// DER, as far as a certificate of one's own needs it (X.690; RFC 5280, 4.1).
const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const size = body.length;
  const length =
    size < 128
      ? Buffer.from([size])
      : size < 256
        ? Buffer.from([0x81, size])
        : Buffer.from([0x82, size >> 8, size & 255]);
  return Buffer.concat([Buffer.from([tag]), length, body]);
};
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const sha256WithRsa = sequence(
  der(0x06, Buffer.from("2a864886f70d01010b", "hex")),
  der(0x05, Buffer.alloc(0)),
);
const named = (name: string) =>
  sequence(
    der(0x31, sequence(der(0x06, Buffer.from("550403", "hex")), der(0x0c, Buffer.from(name)))),
  );
const moment = (ms: number) =>
  der(
    0x18,
    Buffer.from(`${new Date(ms).toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`, "latin1"),
  );

/** A certificate that a key signed for itself, as PEM. `from` and `until` in milliseconds. */
export const ownCertificateOf = (
  key: KeyObject,
  publicKey: KeyObject,
  name: string,
  from: number,
  until: number,
): string => {
  const serial = freshBytes(16);
  serial[0] = (serial[0]! & 0x7f) | 0x40;
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    sha256WithRsa,
    named(name),
    sequence(moment(from), moment(until)),
    named(name),
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = createSign("sha256").update(body).sign(key);
  const whole = sequence(body, sha256WithRsa, der(0x03, Buffer.from([0]), signature));
  return new X509Certificate(whole).toString();
};

const years = 5;
const yearMs = 365 * 86_400_000;

/** A new key with its certificate, as PEM; the certificate is good for five years from `now`. */
export const newKey = (name: string, now: number): { key: string; certificate: string } => {
  const pair = generateKeyPairSync("rsa", { modulusLength: 3072 });
  return {
    key: String(pair.privateKey.export({ type: "pkcs8", format: "pem" })),
    certificate: ownCertificateOf(
      pair.privateKey,
      pair.publicKey,
      name,
      now - 86_400_000,
      now + years * yearMs,
    ),
  };
};

/** A certificate out of metadata or of a file, as PEM. @throws Problem 422 for what is none. */
export const readCertificate = (text: string, path = "metadata"): string => {
  const base64 = text.replace(/-----(BEGIN|END) CERTIFICATE-----/g, "").replace(/\s+/g, "");
  try {
    return new X509Certificate(Buffer.from(base64, "base64")).toString();
  } catch {
    throw invalidField(path, "A certificate in it cannot be read.", "bad_certificate");
  }
};

/** What of a certificate is shown: whose, until when, its fingerprint. */
export const shownCertificate = (pem: string): ShownCertificate => {
  const read = new X509Certificate(pem);
  return {
    subject: read.subject.replaceAll("\n", ", "),
    endsAt: read.validToDate.toISOString(),
    fingerprint: read.fingerprint256.replaceAll(":", "").toLowerCase(),
  };
};

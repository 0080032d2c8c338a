import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

// AWS Signature Version 4 of a request's headers, as storages verify it.
const hmac = (key: string | Buffer, text: string) =>
  createHmac("sha256", key).update(text).digest();
const sha256 = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");

/** What a signed request says of itself. */
export type Signed = {
  accessKey: string;
  region: string;
  at: Date;
  signature: string;
  scope: string;
  names: string[];
  date: string;
};

export const signedOf = (request: IncomingMessage): Signed | null => {
  const { authorization = "", "x-amz-date": date } = request.headers;
  const [, accessKey, scope, names, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      authorization,
    ) ?? [];
  if (!accessKey || typeof date !== "string") return null;
  const [, y, m, d, h, min, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? [];
  return {
    accessKey,
    region: scope!.split("/")[1]!,
    at: new Date(`${y}-${m}-${d}T${h}:${min}:${s}Z`),
    signature: signature!,
    scope: scope!,
    names: names!.split(";"),
    date,
  };
};

const escaped = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Whether a request was signed with this secret; `body` is what came, for the hash that it names. */
export const isSignedWith = (
  secret: string,
  request: IncomingMessage,
  { signature, scope, names, date }: Signed,
  body: Buffer,
): boolean => {
  const url = new URL(request.url!, "http://storage");
  const query = [...url.searchParams]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .toSorted()
    .join("&");
  const hash = String(request.headers["x-amz-content-sha256"]);
  if (/^[0-9a-f]{64}$/.test(hash) && hash !== sha256(body)) return false;
  const headers = names.map((name) => `${name}:${String(request.headers[name]).trim()}\n`).join("");
  const canonical = [request.method, url.pathname, query, headers, names.join(";"), hash].join(
    "\n",
  );
  const text = ["AWS4-HMAC-SHA256", date, scope, sha256(canonical)].join("\n");
  const key = scope.split("/").reduce<string | Buffer>((k, part) => hmac(k, part), `AWS4${secret}`);
  return timingSafeEqual(Buffer.from(hmac(key, text).toString("hex")), Buffer.from(signature));
};

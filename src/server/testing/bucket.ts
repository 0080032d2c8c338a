import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecure, type ServerOptions } from "node:https";
import { buffer } from "node:stream/consumers";
import { isSignedWith, signedOf } from "./bucket-signature.ts";

type Stored = {
  bytes: Buffer;
  at: Date;
  parts: number;
  /** The KMS key that it was sealed with. */
  key: string | null;
  /** What whoever wrote it says of it, as headers. */
  said?: Record<string, string>;
};
type Parts = { key: string; at: Date; pieces: Map<number, Buffer> };

/**
 * Object storage of a test, in memory: as much of S3 as the product speaks, with what storages refuse –
 * signatures, regions, clocks, keys that only read. `objects` is what lies in its bucket.
 */
export type StandInBucket = {
  url: string;
  objects: Map<string, Stored>;
  uploads: Map<string, Parts>;
  /** Requests that came, as `PUT key`. */
  asked: string[];
  be: (how: "well" | "failing" | "full" | "cutting" | "forgetful") => void;
  close: () => Promise<void>;
};

type Settings = {
  bucket?: string;
  region?: string;
  tls?: ServerOptions;
  /** So many milliseconds its clock is ahead of ours. */
  aheadMs?: number;
  /** Whether it keeps SHA-256 itself, as AWS, Ceph and MinIO do. */
  checksums?: boolean;
};

/** Keys that a stand-in knows; the second only reads. */
export const bucketKeys = {
  writing: { accessKeyId: "LEVEEWRITES", secretAccessKey: "secret-of-the-writing-keys" },
  reading: { accessKeyId: "LEVEEREADS", secretAccessKey: "secret-of-the-reading-keys" },
} as const;

class Refusal extends Error {
  readonly status: number;
  readonly more: string;
  constructor(status: number, code: string, more = "") {
    super(code);
    this.status = status;
    this.more = more;
  }
}

type Asked = {
  method: string;
  key: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: Buffer;
};
type Answer = { status?: number; headers?: Record<string, string>; body?: Buffer | string };

const tag = (bytes: Buffer) => createHash("md5").update(bytes).digest("hex");
const sum = (bytes: Buffer) => createHash("sha256").update(bytes).digest("base64");
const xml = (name: string, inner: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inner}</${name}>`;
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Who asks, and whether they may. */
const permit = (
  request: IncomingMessage,
  body: Buffer,
  { region, reads, now }: { region: string; reads: boolean; now: number },
): void => {
  const signed = signedOf(request);
  if (!signed) throw new Refusal(403, "AccessDenied");
  const keys = Object.values(bucketKeys).find((one) => one.accessKeyId === signed.accessKey);
  if (!keys) throw new Refusal(403, "InvalidAccessKeyId");
  if (signed.region !== region)
    throw new Refusal(400, "AuthorizationHeaderMalformed", `<Region>${region}</Region>`);
  if (Math.abs(signed.at.getTime() - now) > 15 * 60_000)
    throw new Refusal(403, "RequestTimeTooSkewed");
  if (!isSignedWith(keys.secretAccessKey, request, signed, body))
    throw new Refusal(403, "SignatureDoesNotMatch");
  if (!reads && keys === bucketKeys.reading) throw new Refusal(403, "AccessDenied");
};

const listed = (objects: Map<string, Stored>, query: URLSearchParams): Answer => {
  const [prefix, delimiter] = [query.get("prefix") ?? "", query.get("delimiter")];
  const after = query.get("continuation-token") ?? "";
  const most = Number(query.get("max-keys") ?? 1000);
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(prefix) && key > after)
    .filter((key) => delimiter === null || !key.slice(prefix.length).includes(delimiter))
    .toSorted();
  const page = keys.slice(0, most);
  const more = keys.length > page.length;
  const contents = page.map((key) => {
    const { bytes, at } = objects.get(key)!;
    const facts = `<Size>${bytes.length}</Size><LastModified>${at.toISOString()}</LastModified>`;
    return `<Contents><Key>${escaped(key)}</Key>${facts}</Contents>`;
  });
  const next = more
    ? `<NextContinuationToken>${escaped(page.at(-1)!)}</NextContinuationToken>`
    : "";
  return {
    body: xml("ListBucketResult", `${contents.join("")}<IsTruncated>${more}</IsTruncated>${next}`),
  };
};

/** The bucket's state, and how it answers; each method is an operation of S3. */
const operations = (checksums: boolean) => {
  const objects = new Map<string, Stored>();
  const uploads = new Map<string, Parts>();
  let [forgetful, count] = [false, 0];
  const found = (key: string): Stored => {
    const there = objects.get(key);
    if (!there) throw new Refusal(404, "NoSuchKey");
    return there;
  };
  const store = (key: string, bytes: Buffer, parts: number, { headers }: Asked) => {
    const kept = forgetful ? bytes.subarray(0, bytes.length >> 1) : bytes;
    const sealed = headers["x-amz-server-side-encryption-aws-kms-key-id"];
    const said = Object.fromEntries(
      Object.entries(headers).filter(([name]) => name.startsWith("x-amz-meta-")),
    ) as Record<string, string>;
    objects.set(key, { bytes: kept, at: new Date(), parts, key: (sealed as string) ?? null, said });
  };
  const put = (asked: Asked): Answer => {
    const { key, body, headers } = asked;
    if (headers["if-none-match"] === "*" && objects.has(key))
      throw new Refusal(412, "PreconditionFailed");
    const said = headers["x-amz-checksum-sha256"];
    if (checksums && said !== undefined && said !== sum(body)) throw new Refusal(400, "BadDigest");
    store(key, body, 1, asked);
    return { headers: { etag: `"${tag(body)}"` } };
  };
  const copy = (asked: Asked): Answer => {
    const source = decodeURIComponent(String(asked.headers["x-amz-copy-source"])).replace(
      /^\/?[^/]+\//,
      "",
    );
    const { bytes } = found(source);
    store(asked.key, bytes, 1, asked);
    return {
      body: xml(
        "CopyObjectResult",
        `<ETag>"${tag(bytes)}"</ETag><LastModified>${new Date().toISOString()}</LastModified>`,
      ),
    };
  };
  const get = ({ key, method, headers }: Asked): Answer => {
    const { bytes, at, parts, said } = found(key);
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? "") ?? [];
    const [start, end] = [Number(from ?? 0), to ? Number(to) : bytes.length - 1];
    if (from !== undefined && start >= bytes.length) throw new Refusal(416, "InvalidRange");
    const piece = from === undefined ? bytes : bytes.subarray(start, end + 1);
    const hash = parts === 1 ? sum(bytes) : `${sum(bytes)}-${parts}`;
    return {
      status: from === undefined ? 200 : 206,
      headers: {
        "content-length": String(piece.length),
        "last-modified": at.toUTCString(),
        etag: `"${tag(bytes)}"`,
        ...said,
        ...(from !== undefined && {
          "content-range": `bytes ${start}-${start + piece.length - 1}/${bytes.length}`,
        }),
        ...(checksums && headers["x-amz-checksum-mode"] && { "x-amz-checksum-sha256": hash }),
      },
      ...(method === "GET" && { body: piece }),
    };
  };
  const begin = ({ key }: Asked): Answer => {
    const id = `upload-${++count}`;
    uploads.set(id, { key, at: new Date(), pieces: new Map() });
    return {
      body: xml(
        "InitiateMultipartUploadResult",
        `<Key>${escaped(key)}</Key><UploadId>${id}</UploadId>`,
      ),
    };
  };
  const parts = ({ query }: Asked): Parts => {
    const upload = uploads.get(query.get("uploadId")!);
    if (!upload) throw new Refusal(404, "NoSuchUpload");
    return upload;
  };
  const part = (asked: Asked): Answer => {
    parts(asked).pieces.set(Number(asked.query.get("partNumber")), asked.body);
    return { headers: { etag: `"${tag(asked.body)}"` } };
  };
  const complete = (asked: Asked): Answer => {
    const pieces = [...parts(asked).pieces].toSorted(([a], [b]) => a - b).map(([, bytes]) => bytes);
    if (pieces.slice(0, -1).some((bytes) => bytes.length < 5 * 1024 * 1024))
      throw new Refusal(400, "EntityTooSmall");
    store(asked.key, Buffer.concat(pieces), pieces.length, asked);
    uploads.delete(asked.query.get("uploadId")!);
    return {
      body: xml(
        "CompleteMultipartUploadResult",
        `<Key>${escaped(asked.key)}</Key><ETag>"x-${pieces.length}"</ETag>`,
      ),
    };
  };
  const begun = (): Answer => {
    const all = [...uploads].map(
      ([id, { key, at }]) =>
        `<Upload><Key>${escaped(key)}</Key><UploadId>${id}</UploadId>` +
        `<Initiated>${at.toISOString()}</Initiated></Upload>`,
    );
    return { body: xml("ListMultipartUploadsResult", all.join("")) };
  };
  const listParts = (asked: Asked): Answer => {
    const all = [...parts(asked).pieces]
      .toSorted(([a], [b]) => a - b)
      .map(
        ([n, bytes]) =>
          `<Part><PartNumber>${n}</PartNumber><Size>${bytes.length}</Size><ETag>"${tag(bytes)}"</ETag></Part>`,
      );
    return { body: xml("ListPartsResult", `${all.join("")}<IsTruncated>false</IsTruncated>`) };
  };
  const remove = ({ key }: Asked): Answer => (objects.delete(key), { status: 204 });
  const abort = ({ query }: Asked): Answer => (
    uploads.delete(query.get("uploadId")!),
    { status: 204 }
  );
  const answer = (asked: Asked): Answer => {
    const { method, key, query, headers } = asked;
    if (key === "" && query.has("uploads")) return begun();
    if (key === "") return listed(objects, query);
    if (method === "POST") return query.has("uploads") ? begin(asked) : complete(asked);
    if (query.has("uploadId"))
      return method === "PUT" ? part(asked) : method === "GET" ? listParts(asked) : abort(asked);
    if (method === "PUT") return headers["x-amz-copy-source"] ? copy(asked) : put(asked);
    return method === "DELETE" ? remove(asked) : get(asked);
  };
  return { objects, uploads, answer, forget: (now: boolean) => void (forgetful = now) };
};

/** Starts one on a free port, with one bucket. */
export const standInBucket = async ({
  bucket = "levee",
  region = "us-east-1",
  tls,
  checksums = true,
  aheadMs = 0,
}: Settings = {}): Promise<StandInBucket> => {
  const { objects, uploads, answer, forget } = operations(checksums);
  const asked: string[] = [];
  let how: Parameters<StandInBucket["be"]>[0] = "well";
  const answered = async (request: IncomingMessage): Promise<Answer> => {
    const url = new URL(request.url!, "http://storage");
    const body = await buffer(request);
    const [, name, key] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? [];
    asked.push(`${request.method} ${key}`);
    if (how === "failing") throw new Refusal(503, "ServiceUnavailable");
    const reads = request.method === "GET" || request.method === "HEAD";
    permit(request, body, { region, reads, now: Date.now() + aheadMs });
    if (name !== bucket) throw new Refusal(404, "NoSuchBucket");
    if (how === "full" && !reads) throw new Refusal(403, "QuotaExceeded");
    return answer({
      method: request.method!,
      key: key!,
      query: url.searchParams,
      headers: request.headers,
      body,
    });
  };
  const say = (response: ServerResponse, { status = 200, headers = {}, body }: Answer) => {
    response.writeHead(status, headers);
    if (how !== "cutting" || body === undefined || typeof body === "string" || body.length < 2)
      return response.end(body);
    response.write(body.subarray(0, body.length >> 1));
    setTimeout(() => response.destroy(), 20);
  };
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    response.setHeader("date", new Date(Date.now() + aheadMs).toUTCString());
    answered(request).then(
      (given) => void say(response, given),
      (error: unknown) => {
        if (!(error instanceof Refusal)) return void response.destroy();
        const { status, message, more } = error;
        const text = `<Error><Code>${message}</Code><Message>${message}</Message>${more}</Error>`;
        response.writeHead(status, { "content-type": "application/xml" });
        response.end(request.method === "HEAD" ? undefined : text);
      },
    );
  };
  const server = tls ? createSecure(tls, listener) : createServer(listener);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  return {
    url: `${tls ? "https" : "http"}://127.0.0.1:${port}`,
    objects,
    uploads,
    asked,
    be: (now) => {
      how = now;
      forget(now === "forgetful");
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
};

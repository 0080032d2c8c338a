import { createServer as createTlsServer } from "node:https";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Server, Socket } from "node:net";
import { gzipSync } from "node:zlib";

/** How a stand-in answers one question; what is left out is as usual. */
export type StandInAnswer = {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Milliseconds before it says anything. */
  delayMs?: number;
  /** Asked with this word (`If-None-Match`), it answers 304 without a body. */
  etag?: string;
  /** `silent` never answers, `cut` breaks off in the middle, `endless` sends the body again and again. */
  fault?: "silent" | "cut" | "endless";
  packed?: boolean;
};

/** A local server in place of a source that other people run, with what it was asked. */
export type StandIn = {
  port: number;
  /** Connections that were made to it, whether or not they asked anything. */
  connections: () => number;
  asked: { method: string; path: string; headers: IncomingMessage["headers"]; body: string }[];
  close: () => Promise<void>;
};

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
};

const pour = (response: ServerResponse, body: Buffer) => {
  const more = () => {
    while (!response.destroyed && response.write(body));
  };
  response.on("drain", more);
  more();
};

const give = (request: IncomingMessage, response: ServerResponse, answer: StandInAnswer): void => {
  const { status = 200, headers = {}, etag, fault, packed } = answer;
  const plain = Buffer.from(answer.body ?? "");
  const body = packed ? gzipSync(plain) : plain;
  if (etag !== undefined) response.setHeader("etag", etag);
  if (etag !== undefined && request.headers["if-none-match"] === etag)
    return void response.writeHead(304).end();
  if (packed) response.setHeader("content-encoding", "gzip");
  if (fault === "endless") {
    response.writeHead(status, headers);
    return pour(response, body.length > 0 ? body : Buffer.alloc(16_384, "x"));
  }
  if (fault === "cut") {
    response.writeHead(status, { ...headers, "content-length": body.length + 100 });
    response.write(body);
    return void setTimeout(() => response.destroy(), 20);
  }
  response.writeHead(status, { ...headers, "content-length": body.length }).end(body);
};

/**
 * Opens a stand-in at a free port of the loopback address; `answer` says what it gives for a path.
 * With `tls` it speaks https with that certificate.
 */
export const openStandIn = async (
  answer: (path: string, request: IncomingMessage) => StandInAnswer,
  tls?: { cert: string; key: string },
): Promise<StandIn> => {
  const asked: StandIn["asked"] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? "/";
    const body = await bodyOf(request);
    asked.push({ method: request.method ?? "", path, headers: request.headers, body });
    const given = answer(path, request);
    if (given.fault === "silent") return;
    if (given.delayMs) await new Promise((done) => setTimeout(done, given.delayMs));
    give(request, response, given);
  };
  const server: Server = tls ? createTlsServer(tls, listener) : createServer(listener);
  server.on("connection", (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    asked,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
};

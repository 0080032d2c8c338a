import { createServer, type Server, type Socket } from "node:net";

/**
 * A server that speaks the protocol of clamd (man clamd: zPING, zINSTREAM with chunks of a length
 * in four bytes), for tests; `real-clamd.test.ts` asks a real one.
 */
export type StandInClamd = {
  address: { host: string; port: number };
  /** How it behaves from now on. */
  be: (how: Behaviour) => void;
  /** Contents that it was sent whole. */
  seen: () => number;
  close: () => Promise<void>;
};
type Behaviour = "well" | "slow" | "garbage" | "cut" | "silent" | "refusing" | "small";

/** What it calls infected: any content with these letters. */
export const badLetters = "LEVEE-TEST-SIGNATURE";
const smallLimit = 1000;

/** The contents of whole frames, null while the last one has not come. */
const framesOf = (bytes: Buffer): Buffer | null => {
  const pieces: Buffer[] = [];
  for (let at = 0; at + 4 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    if (length === 0) return Buffer.concat(pieces);
    pieces.push(bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return null;
};

const answerTo = (content: Buffer): string =>
  content.includes(badLetters) ? "stream: Levee.Test FOUND\0" : "stream: OK\0";

export const standInClamd = async (): Promise<StandInClamd> => {
  let how: Behaviour = "well";
  let seen = 0;
  const sockets = new Set<Socket>();
  const answer = (socket: Socket, content: Buffer) => {
    seen++;
    if (how === "garbage") socket.end("HTTP/1.1 400 Bad Request\r\n\r\n\0");
    else if (how === "cut") socket.end("stream: O");
    else if (how === "slow") setTimeout(() => socket.end(answerTo(content)), 300);
    else socket.end(answerTo(content));
  };
  const take = (socket: Socket, bytes: Buffer) => {
    if (how === "silent") return;
    if (bytes.toString("latin1", 0, 6) === "zPING\0") return void socket.end("PONG\0");
    const begin = "zINSTREAM\0".length;
    if (how === "small" && bytes.length > smallLimit)
      return void socket.end("INSTREAM size limit exceeded. ERROR\0");
    const content = bytes.length > begin ? framesOf(bytes.subarray(begin)) : null;
    if (content) answer(socket, content);
  };
  const server: Server = createServer((socket) => {
    if (how === "refusing") return void socket.destroy();
    sockets.add(socket);
    let bytes = Buffer.alloc(0);
    socket.on("error", () => {});
    socket.on("data", (more: Buffer) => take(socket, (bytes = Buffer.concat([bytes, more]))));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: { host: "127.0.0.1", port: (server.address() as { port: number }).port },
    be: (now) => void (how = now),
    seen: () => seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
};

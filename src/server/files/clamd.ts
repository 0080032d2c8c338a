import { connect, type Socket } from "node:net";
import type { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";

/** What the scanner says of a content. */
export type Verdict =
  | { state: "clean" }
  | { state: "infected"; signature: string }
  | { state: "unscannable" };

/** A scanner that does not answer, or not in the words of its protocol. */
export class ScannerAway extends Error {
  /** It may be well, and this one content the cause: too slow to look at, or too large to send. */
  readonly byContent: boolean;

  constructor(message: string, byContent = false) {
    super(message);
    this.byContent = byContent;
  }
}

export type Scanner = {
  /** Has a content looked at. @throws ScannerAway */
  scan: (content: Readable, seconds?: number) => Promise<Verdict>;
  /** @throws ScannerAway */
  ping: () => Promise<void>;
};

/** Where clamd listens: the path of a socket, or host and port. */
export type ClamdAddress = { path: string } | { host: string; port: number };

/** Reads `LEVEE_CLAMD`: `/run/clamav/clamd.ctl` or `host:3310`; null for what is neither. */
export const clamdAddress = (text: string): ClamdAddress | null => {
  if (text.startsWith("/")) return { path: text };
  const [, host, port] = /^(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+):(\d{1,5})$/.exec(text) ?? [];
  if (!host || Number(port) < 1 || Number(port) > 65_535) return null;
  return { host: host.replace(/^\[|\]$/g, ""), port: Number(port) };
};

const connectSeconds = 5;
/** Without a byte in either direction for so long, the scanner is away. */
const silentSeconds = 30;
const scanSeconds = 120;
const mostAnswer = 4096;
const chunkBytes = 65_536;

const frame = (chunk: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return Buffer.concat([length, chunk]);
};

const send = (socket: Socket, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });

const stream = async (socket: Socket, content: Readable): Promise<void> => {
  let answered = false;
  socket.once("data", () => (answered = true));
  await send(socket, Buffer.from("zINSTREAM\0"));
  for await (const piece of content) {
    const bytes = piece as Buffer;
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      await setImmediate();
      if (answered) return;
      await send(socket, frame(bytes.subarray(at, at + chunkBytes)));
    }
  }
  await send(socket, frame(Buffer.alloc(0)));
};

/** What clamd answers to one command; it ends its answer with a zero byte. */
const answerOf = (socket: Socket): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = Buffer.alloc(0);
    socket.on("data", (bytes: Buffer) => {
      answer = Buffer.concat([answer, bytes]);
      const end = answer.indexOf(0);
      if (end >= 0) resolve(answer.toString("utf8", 0, end));
      else if (answer.length > mostAnswer) reject(new ScannerAway("it answers without end"));
    });
    socket.on("timeout", () => reject(new ScannerAway("it does not answer")));
    // It closed while it was sent to, as it does with what is too large for it; its answer is lost.
    socket.on("error", (error: NodeJS.ErrnoException) =>
      reject(new ScannerAway(error.message, error.syscall === "write")),
    );
    socket.on("close", () => reject(new ScannerAway("it ended the connection without an answer")));
  });

/** One command to clamd and its answer; the connection ends with it, whatever comes. */
const ask = async (
  address: ClamdAddress,
  seconds: number,
  say: (socket: Socket) => Promise<void>,
): Promise<string> => {
  const socket = connect(address);
  socket.setTimeout(connectSeconds * 1000);
  socket.once("connect", () => socket.setTimeout(silentSeconds * 1000));
  const answer = answerOf(socket);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ScannerAway(`it takes longer than ${seconds} s`, true)),
      seconds * 1000,
    );
  });
  // Its answer counts, also where it stopped reading before it had everything.
  const said = say(socket).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall === "read" || error.code === "file_missing" || error.code === "files_away")
      throw error;
    return answer.then(() => {});
  });
  try {
    await Promise.race([said, answer, late]);
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
    socket.destroy();
    void Promise.allSettled([answer, said]);
  }
};

const verdictOf = (answer: string): Verdict => {
  const [, signature] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
  if (signature) return { state: "infected", signature: signature.slice(0, 200) };
  if (answer === "stream: OK") return { state: "clean" };
  if (/size limit exceeded/i.test(answer)) return { state: "unscannable" };
  throw new ScannerAway("its answer is none of the protocol");
};

/** A scanner that speaks the protocol of clamd (zINSTREAM, zPING). */
export const clamd = (address: ClamdAddress): Scanner => ({
  scan: async (content, seconds = scanSeconds) => {
    try {
      return verdictOf(await ask(address, seconds, (socket) => stream(socket, content)));
    } finally {
      content.destroy();
    }
  },
  ping: async () => {
    const answer = await ask(address, connectSeconds, (socket) =>
      send(socket, Buffer.from("zPING\0")),
    );
    if (answer !== "PONG") throw new ScannerAway("its answer is none of the protocol");
  },
});

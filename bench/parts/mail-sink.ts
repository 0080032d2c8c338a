import { createServer, type Socket } from "node:net";

/** A mail server that takes everything and keeps the id of every letter, in the order of coming. */
export type MailSink = { port: number; ids: string[]; close: () => void };

/** One visit of a sender: the commands that nodemailer uses, without encryption (loopback only). */
const visit = (socket: Socket, ids: string[]): void => {
  let text = "";
  let inLetter = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  const command = (line: string) => {
    const word = line.slice(0, 4).toUpperCase();
    if (word === "DATA") inLetter = true;
    say(word === "DATA" ? "354 go on" : word === "QUIT" ? "221 bye" : "250 ok");
    if (word === "QUIT") socket.end();
  };
  const letter = (end: number) => {
    const id = /^message-id:\s*<([^>]+)>/im.exec(text.slice(0, end))?.[1];
    if (id) ids.push(id);
    inLetter = false;
    say("250 taken");
  };
  socket.on("error", () => {});
  socket.on("data", (part) => {
    text += part.toString("latin1");
    for (;;) {
      const mark = inLetter ? "\r\n.\r\n" : "\r\n";
      const at = text.indexOf(mark);
      if (at < 0) return;
      if (inLetter) letter(at);
      else command(text.slice(0, at));
      text = text.slice(at + mark.length);
    }
  });
  say("220 sink");
};

/** Listens on loopback. */
export const openMailSink = (): Promise<MailSink> =>
  new Promise((resolve) => {
    const ids: string[] = [];
    const server = createServer((socket) => visit(socket, ids));
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      resolve({ port, ids, close: () => void server.close() });
    });
  });

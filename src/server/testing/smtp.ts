import { SMTPServer } from "smtp-server";

/** A mail server on this machine that keeps what it takes, for tests. */
export type StandInSmtp = {
  url: string;
  /** What it took, texts decoded. */
  taken: () => readonly string[];
  /** Forgets what it took and behaves well. */
  anew: () => void;
  /**
   * What it answers to each whole message from now on: a code of refusal, or null to take it; may
   * do something before.
   */
  answer: (by: (message: string) => Promise<number | null> | number | null) => void;
  close: () => Promise<void>;
};

const unfolded = (message: string): string => {
  const [head, ...body] = message.split("\r\n\r\n");
  return [head!.replace(/\r\n[ \t]+/g, " "), ...body].join("\r\n\r\n");
};

/** The message with its parts as they are read; other attachments than texts stay as they are. */
const readable = (message: string): string =>
  unfolded(message)
    .split(/(?=\r\n--)/)
    .map((part) => {
      const [head, ...body] = part.split("\r\n\r\n");
      const text = body.join("\r\n\r\n");
      if (/quoted-printable/i.test(head!))
        return `${head}\r\n\r\n${text.replace(/=\r\n/g, "").replaceAll("=3D", "=")}`;
      if (/base64/i.test(head!) && /text\/(calendar|plain|html)|application\/ics/.test(head!))
        return `${head}\r\n\r\n${Buffer.from(text, "base64").toString()}`;
      return part;
    })
    .join("");

export const standInSmtp = async (): Promise<StandInSmtp> => {
  let taken: string[] = [];
  let answer: Parameters<StandInSmtp["answer"]>[0] = () => null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData: (stream, _session, done) => {
      let text = "";
      stream.on("data", (chunk: Buffer) => (text += chunk.toString("latin1")));
      stream.on("end", async () => {
        const responseCode = await answer(text);
        if (responseCode !== null)
          return done(Object.assign(new Error("not this one"), { responseCode }));
        taken.push(readable(text));
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as { port: number }).port}`,
    taken: () => taken,
    anew: () => {
      taken = [];
      answer = () => null;
    },
    answer: (by) => void (answer = by),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};

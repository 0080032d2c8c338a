import { spawn } from "node:child_process";
import { SMTPServer } from "smtp-server";
import { freePort, makeData, removeData } from "./data.ts";

/** A real SMTP server; `letters` holds what it took, newest last. */
export const openPost = async () => {
  const letters: { to: string; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData: (stream, session, done) => {
      let text = "";
      stream.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
      stream.on("end", () => {
        letters.push({
          to: session.envelope.rcptTo.map((r) => r.address).join(","),
          text: text.replace(/=\r\n/g, "").replace(/=3D/g, "="),
        });
        done();
      });
    },
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const until = async (to: string, count: number): Promise<{ to: string; text: string }> => {
    for (const end = Date.now() + 20_000; Date.now() < end;) {
      const found = letters.filter((letter) => letter.to === to);
      if (found.length >= count) return found[count - 1]!;
      await new Promise((r) => setTimeout(r, 50));
    }
    throw new Error(`no letter ${count} to ${to} within 20 s`);
  };
  return {
    letters,
    until,
    url: `smtp://127.0.0.1:${(server.server.address() as { port: number }).port}`,
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
};

/**
 * Starts the product on a fresh data folder with these settings; resolves once it is ready. With
 * the build of the journeys (LEVEE_DEV), which is there already.
 */
export const startInstance = async (settings: Record<string, string>) => {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const data = makeData();
  const child = spawn(process.execPath, ["--max-semi-space-size=8", "bin/start.mjs"], {
    env: {
      ...process.env,
      PORT: String(port),
      LEVEE_DATA_DIR: data,
      DATABASE_URL: "",
      LEVEE_DEV: "on",
      ...settings,
    },
    stdio: ["ignore", process.env.E2E_LOG ? "inherit" : "ignore", "inherit"],
  });
  const ended = new Promise<void>((done) => child.once("exit", () => done()));
  const stop = async () => {
    child.kill("SIGTERM");
    await ended;
    removeData(data);
  };
  for (const end = Date.now() + 300_000; ;) {
    if ((await fetch(`${url}/readyz`).catch(() => null))?.ok) return { url, data, stop };
    if (child.exitCode !== null || Date.now() > end) {
      await stop();
      throw new Error("the instance did not become ready");
    }
    await new Promise((r) => setTimeout(r, 100));
  }
};

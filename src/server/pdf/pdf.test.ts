import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { makePdf } from "./pdf.ts";

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "levee-pdf-"))));
afterAll(() => rm(folder, { recursive: true }));
const installed = process.env.CHROMIUM_PATH;
afterEach(() => {
  if (installed === undefined) delete process.env.CHROMIUM_PATH;
  else process.env.CHROMIUM_PATH = installed;
});

/**
 * A browser that writes down its process and that of a child, answers what `answers` has, and
 * otherwise does nothing, not even end.
 */
const standIn = async (name: string, answers: Record<string, object>) => {
  const program = join(folder, name);
  const pids = join(folder, `${name}.pids`);
  await writeFile(
    program,
    `#!${process.execPath}
const { spawn } = require("node:child_process"), fs = require("node:fs"), net = require("node:net");
const answers = ${JSON.stringify(answers)}, child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
fs.writeFileSync(${JSON.stringify(pids)}, JSON.stringify([process.pid, child.pid]));
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => {});
setInterval(() => {}, 1000);
const heard = new net.Socket({ fd: 3, readable: true }), said = new net.Socket({ fd: 4, writable: true });
let text = "";
heard.on("error", () => {}).on("data", (data) => {
  const asked = (text + data).split("\\0");
  text = asked.pop();
  for (const { id, method } of asked.map((one) => JSON.parse(one)))
    if (answers[method]) said.write(JSON.stringify({ id, result: answers[method] }) + "\\0");
});
`,
  );
  await chmod(program, 0o755);
  process.env.CHROMIUM_PATH = program;
  return async () => JSON.parse(await readFile(pids, "utf8")) as number[];
};
/** Whether a process is there; one that has ended and waits to be taken note of is not. */
const runs = async (pid: number) =>
  !/^\d+ \(.*\) Z/.test(await readFile(`/proc/${pid}/stat`, "utf8").catch(() => `${pid} () Z`));

const page =
  '<!doctype html><html lang="en"><head><title>Order</title></head><body><h1>Order</h1></body></html>';

test.each([
  ["never answers", {}],
  [
    "starts and then hangs",
    {
      "Browser.getVersion": {
        protocolVersion: "1.3",
        product: "Chrome/150.0.0.0",
        revision: "@1",
        userAgent: "Stand-in",
        jsVersion: "1",
      },
      "Target.setAutoAttach": {},
      "Target.createBrowserContext": { browserContextId: "1" },
    },
  ],
])(
  "a browser that %s ends with its children at the limit, with what to do; the next document is made",
  { timeout: 60_000 },
  async (how, answers) => {
    const pids = await standIn(how.replaceAll(" ", "-"), answers);
    const from = performance.now();
    await expect(makePdf(page, 2_000)).rejects.toMatchObject({
      code: "pdf_took_too_long",
      status: 504,
      message:
        "The server's browser did not make the PDF within 2 seconds and was ended. Try again, or use Print and save as PDF.",
    });
    expect(performance.now() - from).toBeLessThan(8_000);
    await expect.poll(async () => Promise.all((await pids()).map(runs))).toEqual([false, false]);
    if (installed === undefined) delete process.env.CHROMIUM_PATH;
    else process.env.CHROMIUM_PATH = installed;
    expect((await makePdf(page)).subarray(0, 5).toString()).toBe("%PDF-");
  },
);

test("a document of pages of its own size keeps it, and bears no page number", async () => {
  const label = `<!doctype html><title>Label</title><style>@page{size:2in 1in;margin:0}</style><p>One</p>`;
  const boxOf = (bytes: Buffer) => /\/MediaBox\s*\[([^\]]+)\]/.exec(bytes.toString("latin1"))![1];
  const [own, letter] = [await makePdf(label, undefined, "own"), await makePdf(page)];
  expect(boxOf(own)!.trim().split(/\s+/).map(Number)).toEqual([0, 0, 144, 72]);
  expect(boxOf(letter)!.trim().split(/\s+/).map(Number)).toEqual([0, 0, 612, 792]);
});

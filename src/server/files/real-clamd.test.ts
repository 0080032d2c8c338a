import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { badLetters } from "../testing/clamd.ts";
import { clamd, ScannerAway } from "./clamd.ts";

// Only where the machine has it (`apt-get install clamav-daemon`); the signature is our own.
const program = "/usr/sbin/clamd";
const here = existsSync(program);
const folder = here ? mkdtempSync(join(tmpdir(), "levee-clamd-")) : "";
const socket = join(folder, "clamd.ctl");
const scanner = clamd({ path: socket });
let running: ChildProcess | undefined;

beforeAll(async () => {
  if (!here) return;
  const hex = Buffer.from(badLetters).toString("hex");
  writeFileSync(join(folder, "own.ndb"), `Levee.Test:0:*:${hex}\n`);
  writeFileSync(
    join(folder, "clamd.conf"),
    [
      "Foreground yes",
      `DatabaseDirectory ${folder}`,
      `LocalSocket ${socket}`,
      "StreamMaxLength 1M",
      `PidFile ${join(folder, "clamd.pid")}`,
      "User root",
    ].join("\n"),
  );
  running = spawn(program, ["-c", join(folder, "clamd.conf")], { stdio: "ignore" });
  for (let i = 0; i < 100; i++) {
    if (
      await scanner.ping().then(
        () => true,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
});
afterAll(() => {
  running?.kill();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

const scan = (text: string) => scanner.scan(Readable.from([Buffer.from(text)]));

test.skipIf(!here)(
  "real clamd names our signature, passes the rest, and says what is too large for it",
  async () => {
    expect(await scan("a quote for stone")).toEqual({ state: "clean" });
    expect(await scan(`text ${badLetters} text`)).toEqual({
      state: "infected",
      signature: "Levee.Test.UNOFFICIAL",
    });
    // It closes the connection with its answer, which may be lost on the way: no other is given.
    const large = await scan("x".repeat(3_000_000)).catch((error: unknown) => error);
    expect([{ state: "unscannable" }, { byContent: true }]).toContainEqual(
      large instanceof ScannerAway ? { byContent: large.byContent } : large,
    );
  },
);

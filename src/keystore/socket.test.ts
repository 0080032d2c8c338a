// The key store behind a socket of the machine, as an installed one runs: found by whoever did not start it.
import { spawn, type ChildProcess } from "node:child_process";
import { chmodSync, mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { keyStoreAt } from "#server/keystore.ts";
import { meetKeyStore } from "#server/keystore-meeting.ts";

const main = new URL("./main.ts", import.meta.url).pathname;
const secret = "x".repeat(40);
const children: ChildProcess[] = [];
afterEach(() => children.splice(0).forEach((child) => child.kill("SIGKILL")));

const folder = () => mkdtempSync(join(tmpdir(), "levee-keystore-"));
const begin = (env: Record<string, string>) => {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, LEVEE_KEYSTORE_SECRET: secret, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  return child;
};
/** What a key store says before it ends. */
const saidBy = (child: ChildProcess) =>
  new Promise<{ code: number | null; said: string }>((resolve) => {
    let said = "";
    child.stderr!.on("data", (piece: Buffer) => (said += piece.toString()));
    child.once("close", (code) => resolve({ code, said }));
  });
const onSocket = async (at: string) => {
  const socket = join(at, "socket");
  const child = begin({ LEVEE_KEYSTORE_DIR: join(at, "store"), LEVEE_KEYSTORE_SOCKET: socket });
  await new Promise((resolve) => child.stdout!.once("data", resolve));
  return { socket, child, address: `unix:${socket}` };
};

test("it answers at its socket, which its user and group may use and nobody else, also after a kill", async () => {
  const at = folder();
  const first = await onSocket(at);
  const { publicKey } = await keyStoreAt(() => first.address, secret).status();
  expect(statSync(first.socket).mode & 0o777).toBe(0o660);
  const ended = new Promise((resolve) => first.child.once("exit", resolve));
  first.child.kill("SIGKILL");
  await ended;
  const second = await onSocket(at);
  await meetKeyStore(second.address, secret);
  expect((await keyStoreAt(() => second.address, secret).status()).publicKey).toBe(publicKey);
});

test("one that is still starting is waited for", async () => {
  const at = folder();
  const meeting = meetKeyStore(`unix:${join(at, "socket")}`, secret);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await onSocket(at);
  await meeting;
});

test("one that is not there, another secret and a closed socket are each said with what to do", async () => {
  const { socket, address } = await onSocket(folder());
  await expect(meetKeyStore(address, "y".repeat(40))).rejects.toThrow(
    `The key store at ${address} does not know LEVEE_KEYSTORE_SECRET. Give this server the one that the key store was started with.`,
  );
  const nowhere = `unix:${join(folder(), "socket")}`;
  await expect(meetKeyStore(nowhere, secret, 2)).rejects.toThrow(
    `The key store does not answer at ${nowhere}. Start it (systemctl start levee-keys), or set LEVEE_KEYSTORE_URL to where it runs.`,
  );
  if (process.getuid?.() !== 0) return;
  chmodSync(join(socket, ".."), 0o755);
  const meeting = new URL("../server/keystore-meeting.ts", import.meta.url).pathname;
  const asking = `import { meetKeyStore } from ${JSON.stringify(meeting)}; await meetKeyStore(${JSON.stringify(address)}, ${JSON.stringify(secret)}).catch((error) => { console.error(error.message); process.exit(3); });`;
  // As nobody: who may not read this checkout could not load the question, so root's rights go behind the loading.
  const child = spawn(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `await import(${JSON.stringify(meeting)}); process.setgroups([]); process.setgid(65534); process.setuid(65534); ${asking}`,
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  expect(await saidBy(child)).toEqual({
    code: 3,
    said: `The key store's socket ${socket} may not be used by this user. Make it a member of the socket's group (usermod -aG levee-keys levee) and start the server again.\n`,
  });
});

test("a folder of another owner, and a socket that cannot be made, end it with a sentence", async () => {
  const nowhere = begin({
    LEVEE_KEYSTORE_DIR: join(folder(), "store"),
    LEVEE_KEYSTORE_SOCKET: "/proc/levee/socket",
  });
  expect(await saidBy(nowhere)).toEqual({
    code: 1,
    said: "key store: the socket /proc/levee/socket cannot be made (EACCES). Its folder must be this user's to write\n",
  });
  const file = "/proc/version";
  const child = begin({ LEVEE_KEYSTORE_DIR: join(file, "store") });
  const { code, said } = await saidBy(child);
  expect(code).toBe(1);
  expect(said).toMatch(
    /^key store: the folder \/proc\/version\/store is not the user \S+'s to write \(ENOTDIR\)\. Give it to it: chown -R \S+ \/proc\/version\/store\n$/,
  );
});

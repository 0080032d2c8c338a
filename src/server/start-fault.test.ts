import { expect, test } from "vitest";
import { startFault } from "./start-fault.ts";

const config = { PORT: 3000, LEVEE_DATA_DIR: "/var/lib/levee" };
const faultOf = (facts: { code: string; syscall?: string; path?: string }, over = {}) =>
  startFault(Object.assign(new Error(facts.code), facts), { ...config, ...over }, "levee");

test("a port that is taken, or that only root may take, is said with what to do", () => {
  expect(faultOf({ code: "EADDRINUSE", syscall: "listen" })).toBe(
    "port 3000 is taken. Set PORT to another one.",
  );
  expect(faultOf({ code: "EACCES", syscall: "listen" }, { PORT: 443 })).toBe(
    "the user levee may not take port 443. Set PORT to one above 1023 and put a proxy in front.",
  );
});

test("a data folder of another owner, or a file in it, is said with what to do", () => {
  const said = (path: string) =>
    `${path} is not the user levee's to write. Give the data folder to it (chown -R levee /var/lib/levee), or set LEVEE_DATA_DIR to another one.`;
  for (const [code, path] of [
    ["EACCES", "/var/lib/levee/.starting"],
    ["EPERM", "/var/lib/levee/keys/audit.key"],
    ["EROFS", "/var/lib/levee"],
    ["EACCES", "/var/lib/levee"],
  ] as const)
    expect(faultOf({ code, syscall: "open", path })).toBe(said(path));
});

test("what is none of these says itself what it is", () => {
  expect(faultOf({ code: "EACCES", syscall: "open", path: "/etc/ssl/own.pem" })).toBeNull();
  expect(faultOf({ code: "ENOSPC", syscall: "write" })).toBeNull();
});

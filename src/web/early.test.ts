import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  dropEarly,
  earlyReads,
  forgetEarly,
  openPage,
  rememberEarly,
  takeEarly,
  takenEarly,
} from "./early.ts";

const session = {
  access_token: "t1",
  expires_at: Math.floor(Date.now() / 1000) + 600,
  user: { id: "ann" },
};
let kept: Map<string, string>;
let asked: { address: string; authorization: string | undefined }[];

beforeEach(() => {
  kept = new Map([["levee.session", JSON.stringify(session)]]);
  asked = [];
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  });
  vi.stubGlobal("location", { pathname: "/invoices", search: "?status=draft" });
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("fetch", (address: string, { headers }: { headers: Record<string, string> }) => {
    asked.push({ address, authorization: headers.authorization });
    return Promise.resolve(new Response(JSON.stringify({ address })));
  });
});
afterEach(() => {
  forgetEarly();
  takenEarly();
  vi.unstubAllGlobals();
});

/** Runs the script of the head. */
const open = () => new Function(earlyReads)();
const addresses = () => asked.map((each) => each.address);

test("who is signed in is asked for at once, and what the person's last visit of this page began with", async () => {
  open();
  expect(asked).toEqual([{ address: "/api/v1/me", authorization: "Bearer t1" }]);
  expect(openPage()).toBe("/invoices?status=draft");
  rememberEarly(openPage(), "/api/v1/invoices?status=draft", "ann");
  open();
  expect(addresses().slice(1)).toEqual(["/api/v1/me", "/api/v1/invoices?status=draft"]);
  vi.stubGlobal("location", { pathname: "/invoices", search: "" });
  open();
  expect(addresses().slice(3)).toEqual(["/api/v1/me"]);
});

test("where everyone lands, its first answer is asked for before anything is remembered; then what is remembered", () => {
  vi.stubGlobal("location", { pathname: "/dashboard", search: "" });
  open();
  expect(addresses()).toEqual(["/api/v1/me", "/api/v1/dashboard"]);
  rememberEarly(openPage(), "/api/v1/vendor-dashboard", "ann");
  open();
  expect(addresses().slice(2)).toEqual(["/api/v1/me", "/api/v1/vendor-dashboard"]);
});

test("an early answer is used once, for the session that asked, and not after a change or a minute later", async () => {
  open();
  const answer = await takeEarly("/api/v1/me", "t1");
  expect(await answer!.json()).toEqual({ address: "/api/v1/me" });
  rememberEarly(openPage(), "/api/v1/invoices", "ann");
  open();
  expect(takenEarly()).toEqual(["/api/v1/me"]);
  expect(takenEarly()).toEqual([]);
  expect(takeEarly("/api/v1/invoices", "t1")).toBeUndefined(); // the page hears of changes by now
  expect(takeEarly("/api/v1/me", "t1")).toBeUndefined();
  open();
  expect(takeEarly("/api/v1/me", "t2")).toBeUndefined();
  expect(takeEarly("/api/v1/me", "t1")).toBeUndefined();
  open();
  dropEarly();
  expect(takeEarly("/api/v1/me", "t1")).toBeUndefined();
  open();
  vi.spyOn(performance, "now").mockReturnValue(60_000);
  expect(takeEarly("/api/v1/me", "t1")).toBeUndefined();
  expect(takenEarly()).toEqual([]);
  vi.restoreAllMocks();
});

test("without a session, with one that ends, with unreadable storage nothing is asked and nothing fails", () => {
  for (const text of [
    null,
    "{",
    JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) + 20 }),
    JSON.stringify({ expires_at: session.expires_at }),
  ]) {
    if (text === null) kept.delete("levee.session");
    else kept.set("levee.session", text);
    open();
  }
  vi.stubGlobal("localStorage", {
    getItem: () => {
      throw new Error("refused");
    },
  });
  open();
  expect(asked).toEqual([]);
});

test("a failing early read is nobody's unhandled rejection: whoever takes it asks again", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  open();
  await new Promise((done) => setTimeout(done));
  await expect(takeEarly("/api/v1/me", "t1")).rejects.toThrow("offline");
});

test("two addresses a page, thirty pages, one person; who leaves takes it along", () => {
  for (let n = 0; n < 40; n++)
    for (const part of ["a", "b", "c"]) rememberEarly(`/p${n}`, `/api/v1/${part}${n}`, "ann");
  const read = () =>
    JSON.parse(kept.get("levee.early")!) as { user: string; pages: Record<string, string[]> };
  expect(Object.keys(read().pages)).toHaveLength(30);
  expect(read().pages["/p39"]).toEqual(["/api/v1/a39", "/api/v1/b39"]);
  expect(read().pages["/p9"]).toBeUndefined();
  // A page that begins with something else now forgets what it began with.
  rememberEarly("/p38", "/api/v1/new", "ann");
  expect(read().pages["/p38"]).toEqual(["/api/v1/new"]);
  rememberEarly("/p1", "/api/v1/x", undefined);
  expect(read().pages["/p1"]).toBeUndefined();
  rememberEarly("/p1", "/api/v1/x", "ben");
  expect(read()).toEqual({ user: "ben", pages: { "/p1": ["/api/v1/x"] } });
  forgetEarly();
  expect(kept.has("levee.early")).toBe(false);
});

test("another person's addresses are not asked for", () => {
  rememberEarly("/invoices?status=draft", "/api/v1/invoices?status=draft", "ben");
  open();
  expect(addresses()).toEqual(["/api/v1/me"]);
});

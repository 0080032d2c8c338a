// Runs go on while the process of their server is killed again and again: each ends, and tells
// whom it should tell once.
import { existsSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pause, startSupervised, type Supervised } from "./supervised.ts";

let server: Supervised;
const call: Supervised["call"] = (...asked) => server.call(...asked);
beforeAll(async () => void (server = await startSupervised()), 200_000);
afterAll(() => server.stop());

const steps = 8;
const graph = (name: string) => ({
  name,
  nodes: [
    { id: "start", label: "Start", kind: "start", trigger: { on: "hand", noun: null } },
    ...Array.from({ length: steps }, (_, n) => ({
      id: `tell${n}`,
      label: `Tell ${n}`,
      kind: "notice",
      who: { kind: "starter" },
      subject: `${name} {run.number} step ${n}`,
      text: "",
      mail: false,
    })),
    { id: "end", label: "End", kind: "end", outcome: "" },
  ],
  edges: ["start", ...Array.from({ length: steps }, (_, n) => `tell${n}`)].map((from, at) => ({
    from,
    to: at === steps ? "end" : `tell${at}`,
  })),
});

type Version = { id: string; definitionId: string; version: number };
type List = { total: number; items: { status: string; title: string }[] };

test.skipIf(!existsSync("/proc/self/task"))(
  "killed four times, every run ends and tells each thing once",
  async () => {
    const manager = await server.signedIn("manager");
    const name = "Killed while it runs";
    const drafted = await call<Version>(manager, "/flow-definitions", graph(name));
    await call(manager, `/flow-definitions/${drafted.id}/actions/publish`, {}, drafted.version);
    const runs = 20;
    for (let n = 0; n < runs; n++)
      await call(manager, "/flow-runs", { definitionId: drafted.definitionId, objectId: null });
    for (let kill = 0; kill < 4; kill++) {
      await pause(900 + 300 * kill);
      server.kill();
      await pause(1_500);
      await server.untilReady();
    }
    await expect
      .poll(
        async () =>
          (
            await call<List>(
              manager,
              `/flow-runs?status=completed&flow=${drafted.definitionId}&limit=1`,
            )
          ).total,
        { timeout: 120_000, interval: 1_000 },
      )
      .toBe(runs);
    const told = await call<List>(
      manager,
      `/notifications?q=${encodeURIComponent(name)}&limit=200`,
    );
    const titles = told.items.map((notice) => notice.title);
    expect(new Set(titles).size).toBe(runs * steps);
    expect(titles).toHaveLength(runs * steps);
  },
  400_000,
);

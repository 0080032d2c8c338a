// From the command to the first answer of /readyz: on a fresh data folder (the database is created,
// everything migrated, the screens built before),
// and again on the same folder with the database stopped in between; and the server's memory when
// idle.
import { readFileSync } from "node:fs";
import { freePort, Victim } from "./parts/crashing.ts";
import { machine, must, REPEATS, round, sayer, spread } from "./parts/figures.ts";

const say = sayer("start");
const { build } = (await import(new URL("../bin/build.mjs", import.meta.url).href)) as {
  build: (log?: (line: string) => void) => Promise<void>;
};
say(machine());
await build(() => {});
const cold: number[] = [];
const warm: number[] = [];
const memory: number[] = [];
for (let i = 0; i < REPEATS; i++) {
  const victim = new Victim(await freePort());
  try {
    cold.push((await victim.start()) / 1000);
    await victim.stop();
    warm.push((await victim.start()) / 1000);
    const pss = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${victim.pid}/smaps_rollup`, "utf8"));
    if (pss) memory.push(Number(pss[1]) / 1024);
  } finally {
    const { databaseLeft } = await victim.end();
    must(!databaseLeft, "the database stops with the server");
  }
}
say({ figure: "start to /readyz, seconds", cold: spread(cold), warm: spread(warm), goal_warm: 3 });
if (memory.length)
  say({ figure: "memory of the idle server (PSS, MiB)", ...spread(memory), goal: round(200) });

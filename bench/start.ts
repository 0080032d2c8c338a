// What a stranger waits for: from `npm start` on a clone without packages and with an empty npm
// cache to the first sign-in, which comes when the story is whole; and again on the same folder.
// Then the memory of an idle server on an empty database.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { freePort, Victim } from "./parts/crashing.ts";
import { machine, must, REPEATS, round, sayer, spread } from "./parts/figures.ts";
import { sharesOf, Stranger } from "./parts/stranger.ts";

const say = sayer("start");
const root = fileURLToPath(new URL("..", import.meta.url));
say(machine());

const first: number[] = [];
const warm: number[] = [];
for (let i = 0; i < REPEATS; i++) {
  const stranger = new Stranger(root);
  try {
    first.push(await stranger.start());
    say({ figure: "first start, seconds", whole: round(first.at(-1)!), ...sharesOf(stranger.log) });
    await stranger.stop();
    warm.push(await stranger.start());
  } finally {
    await stranger.end();
  }
}
say({ figure: "npm start to the first sign-in, seconds", ...spread(first), goal: 90 });
say({ figure: "npm start again, seconds", ...spread(warm), goal: 4 });

const { build } = (await import(new URL("../bin/build.mjs", import.meta.url).href)) as {
  build: (log?: (line: string) => void) => Promise<void>;
};
await build(() => {});
const victim = new Victim(await freePort());
try {
  await victim.start();
  const pss = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${victim.pid}/smaps_rollup`, "utf8"));
  if (pss)
    say({ figure: "memory of the idle server (PSS, MiB)", is: round(Number(pss[1]) / 1024) });
} finally {
  const { databaseLeft } = await victim.end();
  must(!databaseLeft, "the database stops with the server");
}

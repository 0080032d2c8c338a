import { dateIn, endOfDate } from "#kernel/dates.ts";
import { addDays } from "#kernel/time.ts";

/**
 * When demonstrations are given: half hours of working days in the host's zone, from a day ahead,
 * for three weeks.
 */
export const slotRules = {
  firstMinute: 9 * 60,
  lastMinute: 16 * 60,
  everyMinutes: 30,
  days: 21,
  leadHours: 24,
} as const;

const shift = (date: string, days: number) => addDays(date, days);
const weekend = (date: string) => [0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay());

/**
 * Instants (ISO, UTC) at which a demonstration can begin, soonest first. Nights of a clock change
 * are far from working hours, so a day's minutes count from its midnight.
 */
export const slotsFrom = (now: number, timeZone: string): string[] => {
  const today = dateIn(new Date(now).toISOString(), timeZone);
  const earliest = now + slotRules.leadHours * 3_600_000;
  const out: string[] = [];
  for (let ahead = 1; ahead <= slotRules.days; ahead++) {
    const date = shift(today, ahead);
    if (weekend(date)) continue;
    // Counted back from the day's end, which knows whether the clock has changed in the morning.
    const end = endOfDate(date, timeZone);
    for (
      let minute: number = slotRules.firstMinute;
      minute <= slotRules.lastMinute;
      minute += slotRules.everyMinutes
    ) {
      const at = end - (24 * 60 - minute) * 60_000;
      if (at >= earliest) out.push(new Date(at).toISOString());
    }
  }
  return out;
};

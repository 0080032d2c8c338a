import { dateIn } from "#kernel/dates.ts";
import { instantAt, type Day, type Instant } from "#kernel/time.ts";
import { useAgency } from "../auth/AuthProvider.tsx";

/** The agency's days in the browser: that of an instant, and today's when it is asked. */
export const useDays = (): { dayIn: (at: Instant) => Day; today: () => Day } => {
  const { timeZone } = useAgency();
  const dayIn = (at: Instant): Day => dateIn(at, timeZone);
  return { dayIn, today: () => dayIn(instantAt(Date.now())) };
};

import { AlarmClock, Clock, TriangleAlert } from "lucide-react";
import { endOfDate, formatDate, formatInstant, timeLeft, urgency } from "#kernel/dates.ts";
import { type Day, type Instant, isDate } from "#kernel/time.ts";
import { useAgency } from "../auth/AuthProvider.tsx";
import { useNow } from "./now.ts";

type ClockProps = {
  /** An instant, or a day, which ends at midnight behind it. */
  deadline: Day | Instant | null;
  /** Said before the time: `Pay by`. */
  label?: string;
  /**
   * `short` shows the relative time only (tables), the absolute one stays for screen readers and on
   * hover.
   */
  short?: boolean;
  /** Done work has no urgency: shows the date calmly. */
  done?: boolean;
  timeZone?: string;
};

/**
 * A deadline, relative and absolute with its zone; amber from 72 hours on, red from 24, with a
 * changing icon.
 */
export function DeadlineClock({
  deadline,
  label,
  short = false,
  done = false,
  timeZone,
}: ClockProps) {
  const agency = useAgency();
  const now = useNow();
  if (!deadline) return <Missing />;
  const zone = timeZone ?? agency.timeZone;
  const day = isDate(deadline) ? deadline : null;
  const absolute = day ? formatDate(day) : formatInstant(deadline as Instant, zone);
  if (done)
    return (
      <span className="clock">
        <Clock aria-hidden="true" />
        {label ? `${label} ` : ""}
        {absolute}
      </span>
    );
  const at = day ? endOfDate(day, zone) : Date.parse(deadline);
  const state = urgency(at, now);
  const Icon = state === "calm" ? Clock : state === "amber" ? AlarmClock : TriangleAlert;
  return (
    <span className={`clock clock-${state}`} title={short ? absolute : undefined}>
      <Icon aria-hidden="true" />
      <span>
        {label ? `${label} ` : ""}
        {short ? timeLeft(at, now) : `${absolute} · ${timeLeft(at, now)}`}
        {short && <span className="visually-hidden">, {absolute}</span>}
      </span>
    </span>
  );
}

/** A value that is not there: a dash to see, a word to hear. */
export function Missing({ what = "none" }: { what?: string }) {
  return (
    <span className="text-t3">
      <span aria-hidden="true">—</span>
      <span className="visually-hidden">{what}</span>
    </span>
  );
}

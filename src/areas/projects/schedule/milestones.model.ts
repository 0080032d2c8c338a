import ICAL from "ical.js";
import { dayAfter } from "#kernel/holidays.ts";
import type { Day, Instant } from "#kernel/time.ts";

export type IcsMilestone = {
  id: string;
  name: string;
  project: string;
  finishOn: Day;
  done: boolean;
};

const dayOf = (on: string) => ICAL.Time.fromDateString(on);

const eventOf = (
  { id, name, project, finishOn, done }: IcsMilestone,
  { url, version, at }: { url: string; version: number; at: Instant },
): ICAL.Component => {
  const component = new ICAL.Component("vevent");
  const event = new ICAL.Event(component);
  event.uid = `milestone-${id}@levee`;
  event.summary = done ? `${name} (reached)` : name;
  event.description = `${project}\n${url}`;
  event.startDate = dayOf(finishOn);
  event.endDate = dayOf(dayAfter(finishOn, 1));
  event.sequence = version;
  component.addPropertyWithValue("dtstamp", ICAL.Time.fromJSDate(new Date(at), true));
  component.addPropertyWithValue("url", url);
  component.addPropertyWithValue("transp", "TRANSPARENT");
  return component;
};

/** The milestones of a schedule as a calendar of whole days (RFC 5545). */
export const milestonesAsIcs = (
  milestones: readonly IcsMilestone[],
  of: { name: string; url: string; version: number; at: Instant },
): string => {
  const calendar = new ICAL.Component("vcalendar");
  calendar.addPropertyWithValue("version", "2.0");
  calendar.addPropertyWithValue("prodid", "-//Levee//Schedules//EN");
  calendar.addPropertyWithValue("x-wr-calname", of.name);
  for (const milestone of milestones) calendar.addSubcomponent(eventOf(milestone, of));
  return `${calendar.toString()}\r\n`;
};

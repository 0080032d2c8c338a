import ICAL from "ical.js";
import { dayAfter } from "#kernel/holidays.ts";

export type FeedDay = {
  id: string;
  title: string;
  sourceNumber: string;
  dueOn: string;
  follows: string;
  citation: string;
  link: string;
  version: number;
  updatedAt: string;
};

const dayOf = (day: string) => ICAL.Time.fromDateString(day);

const eventOf = (day: FeedDay, origin: string): ICAL.Component => {
  const component = new ICAL.Component("vevent");
  const event = new ICAL.Event(component);
  event.uid = `deadline-${day.id}@levee`;
  event.summary = `${day.sourceNumber}: ${day.title}`;
  event.description = [day.follows, day.citation, `${origin}${day.link}`]
    .filter(Boolean)
    .join("\n");
  event.startDate = dayOf(day.dueOn);
  event.endDate = dayOf(dayAfter(day.dueOn, 1));
  event.sequence = day.version;
  component.addPropertyWithValue("dtstamp", ICAL.Time.fromJSDate(new Date(day.updatedAt), true));
  component.addPropertyWithValue("url", `${origin}${day.link}`);
  component.addPropertyWithValue("transp", "TRANSPARENT");
  return component;
};

/** A person's deadlines as a calendar of whole days (RFC 5545); `origin` without a slash at its end. */
export const deadlinesAsIcs = (days: readonly FeedDay[], origin: string): string => {
  const calendar = new ICAL.Component("vcalendar");
  calendar.addPropertyWithValue("version", "2.0");
  calendar.addPropertyWithValue("prodid", "-//Levee//Deadlines//EN");
  calendar.addPropertyWithValue("x-wr-calname", "Levee deadlines");
  for (const day of days) calendar.addSubcomponent(eventOf(day, origin));
  return `${calendar.toString()}\r\n`;
};

import { formatInstant } from "#kernel/dates.ts";
import { calendarOf } from "#kernel/appointment.ts";
import { escapeHtml, html, type Html } from "#kernel/html.ts";
import { notFound } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { App } from "#server/app.ts";
import type { Db } from "#server/db/db.ts";
import { published } from "#server/db/scopes/published.ts";
import { sql } from "#server/db/sql.ts";
import { hostAgency } from "#areas/engagement/engagement.server.ts";
import { asParagraphs } from "../merge/markdown.service.ts";
import { merged, plainInMarkdown } from "../merge/merge.model.ts";

type Public = {
  id: string;
  number: string;
  subject: string;
  body: string;
  eventAt: Instant | null;
  eventMinutes: number | null;
  eventPlace: string;
  sentAt: Instant;
};
type Host = { id: string; name: string; timeZone: string };

/** So many notices the citizen portal and the feed show. */
const mostShown = 20;

const latest = (db: Db, orgId: string, most: number) =>
  db.rows<Public>(sql`
    select id, number, subject, body, event_at, event_minutes, event_place, sent_at
    from mass_notice
    where org_id = ${orgId} and status = 'sent' and audience->>'kind' = 'public'
    order by sent_at desc
    limit ${most}
  `);

const wordsOf = (notice: Public, host: Host) => {
  const values = new Map([
    ["name", "neighbor"],
    ["agency.name", host.name],
    ["today", formatInstant(notice.sentAt, host.timeZone)],
  ]);
  return {
    subject: merged(notice.subject, values),
    paragraphs: asParagraphs(merged(notice.body, values, plainInMarkdown)),
  };
};

const inLines = (text: string): Html[] =>
  text.split("\n").map((line, at) => (at === 0 ? html`${line}` : html`<br>${line}`));

const momentOf = ({ id, eventAt, eventPlace }: Public, { timeZone }: Host): Html | null =>
  eventAt === null
    ? null
    : html`<p><b>${formatInstant(eventAt, timeZone)}</b>${eventPlace && `, ${eventPlace}`} ·
<a href="/api/v1/public/notice-calendar/${id}">For your calendar</a></p>`;

const item = (notice: Public, host: Host): Html => {
  const { subject, paragraphs } = wordsOf(notice, host);
  return html`<li id="${notice.number}"><div><h3>${subject}</h3>
${paragraphs.map((text) => html`<p>${inLines(text)}</p>`)}${momentOf(notice, host)}</div>
<div class="aside">${formatInstant(notice.sentAt, host.timeZone)}</div></li>`;
};

type Topic = { id: string; name: string };

const askForm = (topics: readonly Topic[]): Html =>
  html`<form class="find" method="post" action="/api/v1/public/notice-subscriptions">
<div class="field"><label class="label" for="notice-email">Your email</label>
<input class="field-control" id="notice-email" name="email" type="email" autocomplete="email" required></div>
<div class="field"><label class="label" for="notice-topic">About</label>
<select class="field-control" id="notice-topic" name="topicId"><option value="all">Everything</option>
${topics.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}</select></div>
<input type="text" name="website" tabindex="-1" autocomplete="off" aria-hidden="true" hidden>
<button class="btn">Send me notices</button></form>`;

/** The notices of the citizen portal, and the form that asks for them by mail. */
export const noticesOnPortal = async (app: App): Promise<Html> => {
  const host = await hostAgency(app);
  const db = published(app.database);
  const [notices, topics] = await Promise.all([
    latest(db, host.id, 5),
    db.rows<Topic>(sql`
      select id, name
      from notice_topic
      where org_id = ${host.id} and active
      order by name
      limit 100
    `),
  ]);
  const shown =
    notices.length > 0
      ? html`<ul class="finds">${notices.map((each) => item(each, host))}</ul>`
      : html`<p class="lede">There is no notice at present.</p>`;
  const feed = html`<a href="/api/v1/public/notices.atom">feed of all notices</a>`;
  return html`${shown}${topics.length > 0 && askForm(topics)}<p class="lede">For programs: ${feed}.</p>`;
};

const entry = (notice: Public, host: Host, origin: string): string => {
  const { subject, paragraphs } = wordsOf(notice, host);
  return [
    `<entry><id>urn:uuid:${notice.id}</id><title>${escapeHtml(subject)}</title>`,
    `<updated>${notice.sentAt}</updated><link href="${origin}/citizen-portal#${notice.number}"/>`,
    `<content type="text">${escapeHtml(paragraphs.join("\n\n"))}</content></entry>`,
  ].join("");
};

/** A feed must name a moment, also one in which nothing has stood yet. */
const neverUpdated = "1970-01-01T00:00:00Z";

/** The agency's notices to the public as an Atom feed (RFC 4287). */
export const noticeFeed = async (app: App): Promise<string> => {
  const host = await hostAgency(app);
  const { origin } = app.config;
  const notices = await latest(published(app.database), host.id, mostShown);
  const updated = notices[0]?.sentAt ?? neverUpdated;
  const self = `${origin}/api/v1/public/notices.atom`;
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom"><id>${self}</id>`,
    `<title>${escapeHtml(`Notices of ${host.name}`)}</title><updated>${updated}</updated>`,
    `<author><name>${escapeHtml(host.name)}</name></author><link rel="self" href="${self}"/>`,
    ...notices.map((each) => entry(each, host, origin)),
    "</feed>",
  ].join("\n");
};

/** What a notice is about, for a calendar (RFC 5545). 404 for one that is about no moment. */
export const noticeCalendar = async (app: App, id: string): Promise<string> => {
  const host = await hostAgency(app);
  const notice = await published(app.database).maybe<Public>(sql`
    select id, number, subject, body, event_at, event_minutes, event_place, sent_at
    from mass_notice
    where org_id = ${host.id} and id = ${id} and status = 'sent' and audience->>'kind' = 'public'
  `);
  if (!notice?.eventAt) throw notFound("notice");
  const { subject, paragraphs } = wordsOf(notice, host);
  const about = {
    uid: `notice-${notice.id}`,
    sequence: 0,
    at: notice.eventAt,
    minutes: notice.eventMinutes ?? 60,
    title: subject,
    description: paragraphs.join("\n\n"),
    place: notice.eventPlace,
    url: `${app.config.origin}/citizen-portal#${notice.number}`,
    cancelled: false,
  };
  return calendarOf(about, { organizer: "", attendee: "" }, "PUBLISH", databaseMs());
};

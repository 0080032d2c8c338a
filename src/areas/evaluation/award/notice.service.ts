import type { Actor } from "#kernel/access.ts";
import { formatInstant } from "#kernel/dates.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import type { Instant } from "#kernel/time.ts";
import { businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { announce } from "#server/lifecycle.ts";
import { queueMail } from "#server/mail/mail.ts";
import { awardLetter } from "../letters.service.ts";
import type { Ranking } from "../evaluation/sheet.model.ts";
import type { Departure } from "./departure.model.ts";
import { awardNotice } from "./award.tables.ts";
import type { AwardPart, Debrief } from "./scenario.model.ts";

type Bidder = { vendorId: string; bidId: string; name: string; email: string | null };
type About = { id: string; number: string; title: string };
export type Told = {
  about: About;
  awardId: string | null;
  parts: readonly AwardPart[];
  ranking: Ranking | null;
  until: Instant | null;
  reason: string;
  /** An award was made and is withdrawn; else an intent. */ awarded?: boolean;
  /** Its orders wait for approval. */ waiting?: boolean;
  /** Where it departs from the published criteria, and why. */ departure?: Departure | null;
};
type Kind = (typeof awardNotice.$inferInsert)["kind"];

/** Everybody whose bid was opened: those who are told what becomes of it. */
export const biddersOf = (tx: Tx, solicitationId: string): Promise<Bidder[]> =>
  tx.rows<Bidder>(sql`
    select b.vendor_id, b.id as bid_id, v.name, v.email
    from bid b
    join vendor v on v.org_id = b.org_id and v.id = b.vendor_id
    where b.org_id = ${tx.scope.orgId}
      and b.solicitation_id = ${solicitationId}
      and b.opened_at is not null
    order by v.name, b.id
  `);

const debriefOf = ({ ranking, parts }: Told, bidId: string): Debrief => {
  const own = ranking?.bids.find((bid) => bid.bidId === bidId);
  return {
    ...(own
      ? {
          rank: own.rank,
          total: own.total,
          own: own.lines.map((line) => ({ name: line.name, points: line.points })),
        }
      : {}),
    winners: parts.map((part) => ({ name: part.vendorName, totalCents: part.totalCents })),
    bids: ranking?.bids.length ?? 0,
  };
};

const standingOf = ({ rank, total, own }: Debrief): string[] => {
  if (total === undefined) return [];
  const place = rank == null ? "not ranked" : `rank ${rank}`;
  // Where the price alone decides nobody gave points.
  if (!own?.length) return [`Your bid: ${place} by price.`];
  const parts = own.map((line) => `${line.name} ${line.points}`).join(", ");
  return [`Your bid: ${place}, ${total} points (${parts}).`];
};

const departing = ({ departure }: Told): string[] =>
  departure
    ? [
        `The award departs from the ranking by the published criteria. ${departure.lines.join(". ")}. The reason: ${departure.reason}`,
      ]
    : [];

const protesting = ({ until }: Told, zone: string): string[] =>
  until
    ? [
        `A protest is in time before ${formatInstant(until, zone)}. It is filed in the vendor portal, with its grounds.`,
      ]
    : [];

const paragraphs = (
  kind: Kind,
  told: Told,
  bidder: Bidder,
  debrief: Debrief,
  zone: string,
): string[] => {
  const winners = told.parts
    .map((part) => `${part.vendorName}, ${formatCents(part.totalCents)}`)
    .join("; ");
  const named = `${told.about.number}, ${told.about.title}`;
  const standing = standingOf(debrief);
  const protest = protesting(told, zone);
  const departs = departing(told);
  const texts: Record<Kind, string[]> = {
    intent: [
      `${bidder.name}, the agency intends to award to you: ${named}.`,
      `Intended award: ${winners}.`,
      "This is no order yet: the protest window comes first.",
      ...departs,
      ...standing,
      ...protest,
    ],
    not_selected: [
      `${bidder.name}, the agency intends to award ${named} to others.`,
      `Intended award: ${winners}.`,
      ...departs,
      ...standing,
      ...protest,
      ...(told.reason ? [told.reason] : []),
    ],
    awarded: [
      `${bidder.name}, ${named} is awarded: ${winners}.`,
      ...(told.parts.some((part) => part.vendorId === bidder.vendorId)
        ? [
            told.waiting
              ? "The order still waits for the agency's approval and follows by separate mail; do not begin before it."
              : "Your order follows by separate mail.",
          ]
        : standing),
    ],
    cancelled: [`${named} is cancelled.`, told.reason],
    no_award: [`${named} ends without an award.`, told.reason],
    withdrawn: [
      told.awarded
        ? `The award of ${named} is withdrawn.`
        : `The intent to award ${named} is withdrawn.`,
      told.reason,
    ],
  };
  return texts[kind].filter(Boolean);
};

const subjects: Record<Kind, string> = {
  intent: "Intent to award",
  not_selected: "Intent to award to others",
  awarded: "Award",
  cancelled: "Cancelled",
  no_award: "No award",
  withdrawn: "Intent withdrawn",
};

/**
 * Tells every bidder, in the portal and by mail, with its own standing and never another's scores.
 * `kindOf` chooses the notice by vendor.
 */
export const tellBidders = async (
  tx: Tx,
  actor: Actor,
  told: Told,
  kindOf: (vendorId: string) => Kind,
): Promise<number> => {
  const bidders = await biddersOf(tx, told.about.id);
  const zone = tx.scope.timeZone ?? "UTC";
  for (const bidder of bidders) {
    const kind = kindOf(bidder.vendorId);
    const debrief =
      kind === "cancelled" || kind === "no_award" || kind === "withdrawn"
        ? {}
        : debriefOf(told, bidder.bidId);
    const text = paragraphs(kind, told, bidder, debrief, zone);
    const title = `${kind === "withdrawn" && told.awarded ? "Award withdrawn" : subjects[kind]}: ${told.about.number}`;
    await insertRow(tx, awardNotice, {
      orgId: actor.orgId!,
      id: newId(),
      solicitationId: told.about.id,
      awardId: told.awardId,
      vendorId: bidder.vendorId,
      kind,
      title,
      text: text.join("\n\n"),
      debrief,
      sentAt: businessNow(tx.scope).toISOString(),
      protestUntil: kind === "intent" || kind === "not_selected" ? told.until : null,
    });
    if (bidder.email)
      await queueMail(tx, {
        ...awardLetter({ title, text, solicitationId: told.about.id }),
        to: bidder.email,
        orgId: actor.orgId!,
      });
  }
  announce(tx, actor.orgId!, "award.notices", told.about.id);
  return bidders.length;
};

import { lifecycle, type Asker } from "#kernel/lifecycle.ts";

type Asked = { status: string; askedBy: string };
const ownAsk = (publication: Asked, asker: Asker) =>
  publication.askedBy === asker.personId
    ? "Whoever asked to publish it does not decide. Somebody else with this right does."
    : null;

export const publicationCycle = lifecycle<Asked>()({
  noun: "publication",
  statuses: {
    proposed: { label: "Waits for a second person", tone: "warning" },
    published: { label: "Published", tone: "success" },
    superseded: { label: "Corrected by a later version", tone: "neutral", terminal: true },
    withdrawn: { label: "Withdrawn", tone: "danger", terminal: true },
    declined: { label: "Declined", tone: "neutral", terminal: true },
  },
  course: ["proposed", "published"],
  initial: "proposed",
  actions: {
    publish: {
      label: "Publish",
      from: ["proposed"],
      to: "published",
      permission: "report.publish",
      unless: ownAsk,
      byOthers: "publish it",
      tone: "primary",
    },
    decline: {
      label: "Decline",
      from: ["proposed"],
      to: "declined",
      permission: "report.publish",
      needsReason: true,
    },
    withdraw: {
      label: "Withdraw",
      from: ["published"],
      to: "withdrawn",
      permission: "report.publish",
      needsReason: true,
      tone: "danger",
    },
    supersede: {
      label: "Correct",
      from: ["published"],
      to: "superseded",
      permission: "report.publish",
      system: true,
    },
  },
});
export type PublicationStatus = keyof typeof publicationCycle.statuses;

/** In these everybody read it once. */
export const statusesRead: readonly string[] = ["published", "superseded", "withdrawn"];
export const wasRead = (status: string): boolean => statusesRead.includes(status);

/** What everybody reads where a row must be explained and nobody did. */
export const notExplained = "Not explained.";

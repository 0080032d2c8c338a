import { lifecycle } from "#kernel/lifecycle.ts";
import { mayTell } from "../incident/incident.labels.ts";

export const siteKinds = {
  shelter: "Shelter",
  closure: "Closure",
  distribution: "Distribution point",
  information: "Information point",
} as const;
export type SiteKind = keyof typeof siteKinds;
export type SiteStatus = "draft" | "published" | "ended";

type SiteFacts = { status: string; writtenBy: string | null; tellers: readonly string[] };
/** What the public finds where: who wrote it does not publish it; what is over is taken off. */
export const siteCycle = lifecycle<SiteFacts>()({
  noun: "public place",
  initial: "draft",
  statuses: {
    draft: { label: "Draft", tone: "neutral" },
    published: { label: "Published", tone: "success" },
    ended: { label: "Over", tone: "neutral", terminal: true },
  },
  course: ["draft", "published", "ended"],
  actions: {
    publish: {
      label: "Publish",
      from: ["draft"],
      to: "published",
      permission: "incident.work",
      tone: "primary",
      unless: (site, asker) =>
        site.writtenBy !== null && site.writtenBy === asker.personId
          ? "You wrote this. Somebody else publishes it."
          : mayTell(site, asker),
    },
    end: {
      label: "It is over",
      from: ["draft", "published"],
      to: "ended",
      permission: "incident.work",
      unless: mayTell,
    },
  },
});

import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import type { Plan, PlanLink } from "./plan.model.ts";
import type { LinkInput, WrittenSchedule } from "./schedule.model.ts";
import { rewrite } from "./schedule.service.ts";

type At = { id: string; linkId: string; version: number | null };

const linkOf = ({ links }: Plan, id: string): PlanLink => {
  const found = links.find((link) => link.id === id);
  if (!found) throw notFound("link");
  return found;
};

const asLink = (id: string, { from, to, type, lagMinutes, lagCalendar }: LinkInput): PlanLink => ({
  ...{ id, from, to, type, lag: lagMinutes, lagCalendar },
});

const asTyped = ({ from, to, type, lag, lagCalendar }: PlanLink): LinkInput => ({
  ...{ from, to, type, lagMinutes: lag, lagCalendar },
});

// As the history tells it, by the names of its tasks.
const inWords = ({ tasks }: Plan, { from, to, type, lag, lagCalendar }: PlanLink) => {
  const named = (id: string) => tasks.find((task) => task.id === id)?.name ?? "";
  return { link: { from: named(from), to: named(to), type, lag, lagCalendar } };
};

/** Adds a link. 404, 412, 409 `schedule_loop`, 422 `schedule_refused`. */
export const addLink = (
  tx: Tx,
  actor: Actor,
  id: string,
  input: LinkInput,
  version: number | null,
): Promise<WrittenSchedule> =>
  rewrite(tx, actor, {
    id,
    version,
    action: "addLink",
    edit: ({ plan }) => {
      const link = asLink(newId(), input);
      return {
        made: link.id,
        plan: { ...plan, links: [...plan.links, link] },
        content: inWords(plan, link),
      };
    },
  });

/** Changes a link. 404, 412, 409 `schedule_loop`, 422 `schedule_refused`. */
export const changeLink = (
  tx: Tx,
  actor: Actor,
  { id, linkId, version }: At,
  patch: (stands: LinkInput) => LinkInput,
): Promise<WrittenSchedule> =>
  rewrite(tx, actor, {
    id,
    version,
    action: "changeLink",
    edit: ({ plan }) => {
      const before = linkOf(plan, linkId);
      const link = asLink(linkId, patch(asTyped(before)));
      return {
        plan: { ...plan, links: plan.links.map((each) => (each.id === linkId ? link : each)) },
        held: inWords(plan, before),
        content: inWords(plan, link),
      };
    },
  });

/** Takes a link away. 404, 412. */
export const dropLink = (
  tx: Tx,
  actor: Actor,
  { id, linkId, version }: At,
): Promise<WrittenSchedule> =>
  rewrite(tx, actor, {
    id,
    version,
    action: "dropLink",
    edit: ({ plan }) => {
      const link = linkOf(plan, linkId);
      return {
        plan: { ...plan, links: plan.links.filter((each) => each.id !== linkId) },
        held: inWords(plan, link),
      };
    },
  });

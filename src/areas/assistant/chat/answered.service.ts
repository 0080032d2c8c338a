import type { Actor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import { remindedOf, standingOf } from "../copilot/standing.service.ts";
import { ask, type Found } from "../help/ask.service.ts";

/**
 * What the asker may read about a question, and of the record that it names why it is where it is, what
 * changed, or the step that is asked for. Widget and copilot answer from it.
 */
export const answeredOf = async (app: App, actor: Actor, question: string): Promise<Found> => {
  const found = await ask(app.database, actor, question);
  if (actor.kind !== "member") return found;
  const [record] = found.records;
  const { kind, id } = record ?? {};
  const one = record && kind && id && (found.records.length === 1 || found.sure);
  const standing = one
    ? await standingOf({ app, actor }, { ...record, kind, id }, question)
    : remindedOf(question, null);
  // What a record itself answers needs no passage of the guide beside it.
  return standing ? { ...found, standing, sure: true, passages: [] } : found;
};

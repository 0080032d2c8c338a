import { sql } from "#server/db/sql.ts";
import type { Closing } from "#server/restored/closing.ts";
import { entryRule, setBreakGlass, setEntryRule } from "#areas/identity/identity.server.ts";
import { administratorsOf, membersNamed } from "#areas/organization/organization.server.ts";
import { endEnforcing, noteRule } from "./enforcing.service.ts";

const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];

/**
 * An agency that was entered through its provider alone when it was lost is so again. Where the backup
 * does not know the provider, nobody comes in by what stood before: the agency is closed.
 */
export const signOnAfterRestore: Closing = {
  kind: "signOn",
  told: ({ action, objectId, changes }) => {
    if (action === "signInRule.end")
      return { subject: "agency", taken: null, sentence: "Enforcing ended" };
    if (action !== "signInRule.enforce") return null;
    const breakGlass = listOf(changes.find(({ field }) => field === "breakGlass")?.after);
    return {
      subject: "agency",
      taken: { providerId: objectId, breakGlass },
      sentence: "Enforced: the agency is entered through its provider alone",
    };
  },
  close: async (tx, actor, _subject, taken) => {
    const { providerId } = taken as { providerId: string };
    if ((await entryRule(tx))?.providerId === providerId) return null;
    const provider = await tx.maybe<{ id: string; name: string }>(sql`
      select id, name
      from sign_in_provider
      where org_id = ${tx.scope.orgId} and id = ${providerId} and status = 'active'
    `);
    if (!provider) return "everybody";
    const known = await membersNamed(tx, { ids: listOf(taken.breakGlass) });
    const people = known.filter(({ active }) => active).map(({ id }) => id);
    const [by] = await administratorsOf(tx);
    if (!by) return "everybody";
    await setBreakGlass(tx, people, by);
    await setEntryRule(tx, provider, by);
    const why = "Enforced again: it was so after the backup that was restored.";
    await noteRule(tx, actor, "enforcedAfterRestore", provider, why, { breakGlass: people });
    return { subjectId: provider.id, name: provider.name, before: {} };
  },
  open: async (tx, actor, _question, app) => {
    if (await entryRule(tx)) await endEnforcing(app, tx, actor);
    return null;
  },
};

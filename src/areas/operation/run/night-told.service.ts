import type { Tx } from "#server/db/db.ts";
import { counted } from "#kernel/words.ts";
import { sql } from "#server/db/sql.ts";
import { administratorsOf, notify } from "#areas/organization/organization.server.ts";
import { runKinds, type RunKind } from "./run.labels.ts";

type Night = { kind: RunKind; trigger: string; red: number; findings: number };

/** Kinds of which the last whole night found something, this run counted. */
const redNights = (tx: Tx) =>
  tx.rows<{ kind: RunKind }>(sql`
    select kind
    from (
      select distinct on (kind) kind, red
      from check_run
      where org_id = ${tx.scope.orgId} and trigger = 'nightly' and status = 'done'
      order by kind, started_at desc
    ) n
    where red > 0
  `);

/**
 * Tells the administrators when a nightly run turns red, and when it is in order again; in between
 * nobody hears the same twice.
 */
export const tellNight = async (tx: Tx, runId: string): Promise<void> => {
  const run = await tx.one<Night>(sql`
    select kind, trigger, red, findings
    from check_run
    where org_id = ${tx.scope.orgId} and id = ${runId}
  `);
  if (run.trigger !== "nightly") return;
  const red = (await redNights(tx)).length > 0;
  const turned = await tx.maybe(sql`
    update check_schedule
    set told_red = ${red}
    where org_id = ${tx.scope.orgId} and told_red <> ${red}
    returning org_id
  `);
  if (!turned) return;
  notify(tx, await administratorsOf(tx), {
    kind: "operation",
    title: red
      ? `The nightly checks found something: ${runKinds[run.kind].label}`
      : "The nightly checks are in order again",
    body: red
      ? `${counted(run.red, "check")} of the night found something. Each says what to do.`
      : "What they found is mended.",
    link: `/testing-dashboard/${runId}`,
  });
};

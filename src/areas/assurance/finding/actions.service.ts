import { systemActor, type Actor } from "#kernel/access.ts";
import { counted } from "#kernel/words.ts";
import type { Day } from "#kernel/time.ts";
import {
  actionsAbout,
  actionSubjects,
  effectChecks,
  type ActionTold,
} from "#areas/assets/assets.server.ts";
import { notify } from "#areas/organization/organization.server.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { exportedList } from "#server/http/exported.ts";
import { runList } from "#server/http/list-page.ts";
import { listQuery } from "#server/http/list.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { permissionsOf } from "#roles.ts";
import { assuranceFinding } from "../assurance.tables.ts";
import type { FindingAction } from "./finding.labels.ts";
import { findingNoun, type FindingStored } from "./finding.noun.ts";

// What follows for a finding from what happened to an action about it.
const followOf = async (
  tx: Tx,
  row: FindingStored,
  { action }: ActionTold,
): Promise<FindingAction | null> => {
  if (["accepted", "disputed"].includes(row.status)) return "remediate";
  if (action.status === "reopened") return "recur";
  if (row.status !== "in_remediation") return null;
  const { open } = await actionsAbout(tx, "auditFinding", row.id);
  return open === 0 ? "verify" : null;
};

const words: Partial<Record<FindingAction, string>> = {
  verify: "is verified: its corrective actions hold",
  recur: "happened again: it is open once more",
};

const told = async (tx: Tx, actor: Actor, happened: ActionTold): Promise<void> => {
  const row = await getRow(tx, assuranceFinding, happened.action.subjectId, "finding");
  const follows = await followOf(tx, row, happened);
  if (!follows) return;
  await transition(tx, asSystem(actor), findingNoun, {
    ...{ id: row.id, action: follows },
    effect: async () =>
      follows === "recur"
        ? {
            patch: { recurrences: row.recurrences + 1, closedOn: null },
            note: happened.action.number,
          }
        : { note: happened.action.number },
  });
  if (words[follows])
    notify(tx, [row.authorId, row.responderId], {
      kind: "assurance",
      title: `${row.number} ${words[follows]}`,
      link: `/admin/audits/findings/${row.id}`,
    });
};

/** Corrective actions about findings: for whom the finding is, and what follows for it. */
export const findingActions = actionSubjects.of({
  noun: "auditFinding",
  seen: () => sql`c.subject_id in (select f.id from assurance_finding f where f.org_id = c.org_id)`,
  told,
});

// Counts as an auditor sees it, whoever runs it.
const recount = async (tx: Tx, subjectId: string, since: Day) => {
  const row = await getRow(tx, assuranceFinding, subjectId, "finding");
  const of = row.recount && exportedList(row.recount.list);
  if (!row.recount || !of) return null;
  const actor = systemActor(tx.scope.orgId, new Set(permissionsOf("user", ["auditor"])));
  const given = Object.fromEntries(new URLSearchParams(row.recount.query));
  const query = listQuery(of.list).safeParse({
    ...given,
    [`${row.recount.since}.min`]: since,
    limit: 1,
  });
  // A list that no longer takes these filters was not counted.
  if (!query.success) return null;
  const { total } = await runList(tx, actor, of.list, query.data);
  const found = total ?? 0;
  return {
    effective: found <= row.recount.most,
    said: `Counted anew since ${since}: ${counted(found, "record")}, ${row.recount.most} at the most.`,
  };
};

/** On the days of its checks the records that a finding names are counted anew. */
export const findingEffects = effectChecks.of({ noun: "auditFinding", recount });

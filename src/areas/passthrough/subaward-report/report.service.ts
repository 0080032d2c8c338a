import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";
import { change } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { rulesOfKey } from "#areas/governance/governance.server.ts";
import { awardNamed } from "#areas/grants/grants.server.ts";
import { subawardNoun, type SubawardRecord } from "../subaward/subaward.noun.ts";
import { reportList } from "./report.list.ts";
import {
  reportDue,
  reportInput,
  reportRow,
  reportRuleKey,
  type ReportInput,
} from "./report.model.ts";

/** By when the obligation of a subaward on a day is reported; null where no report is asked. */
export const reportDueOn = async (
  db: Db,
  s: Pick<SubawardRecord, "awardId" | "amount">,
  obligatedOn: Day,
): Promise<Day | null> => {
  const [{ federal }, rules] = await Promise.all([
    awardNamed(db, s.awardId),
    rulesOfKey(db, reportRuleKey),
  ]);
  return reportDue({ federal, amount: s.amount, obligatedOn }, rules)?.dueOn ?? null;
};

/** Records that a subaward was reported in SAM.gov; a wrong entry is entered again. 422 by path. */
const reportSubaward = (
  tx: Tx,
  actor: Actor,
  { id, version }: { id: string; version: number | null },
  input: ReportInput,
): Promise<SubawardRecord> =>
  change(tx, actor, subawardNoun, {
    id,
    version,
    action: "report",
    unless: (s) => (s.reportDueOn === null ? "No report is asked of this subaward." : null),
    effect: async (s) => {
      if (input.reportedOn > businessDate(tx.scope))
        throw invalidField("reportedOn", "This day has not come yet.");
      if (s.executedOn && input.reportedOn < s.executedOn)
        throw invalidField(
          "reportedOn",
          `It was obligated on ${formatDate(s.executedOn)}, so it was not reported before.`,
        );
      return { patch: { reportedOn: input.reportedOn, reportReference: input.reference } };
    },
  });

export const reportEndpoints: readonly Endpoint[] = [
  ...listEndpoints("/api/v1/subaward-reports", "subaward.read", reportList, reportRow),
  endpoint({
    method: "POST",
    path: "/api/v1/subawards/{id}/report",
    permission: "subaward.edit",
    summary: "Record that a subaward was reported in SAM.gov",
    params: idParams,
    body: reportInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      reportSubaward(tx, actor, { id: params.id, version: ifMatch }, body),
  }),
];

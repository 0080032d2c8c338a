import { Link } from "react-router";
import { pathTo } from "#areas.ts";
import { counted } from "#kernel/words.ts";
import { HoldTable } from "#areas/governance/governance.ui.tsx";
import { PoliciesWaiting } from "#areas/policies/policies.ui.tsx";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel } from "#web/kit/states.tsx";
import type { ComplianceStage, FailureRow } from "../failure/failure.model.ts";
import { FailuresOf } from "./FailureTable.tsx";
import { Stages } from "./Stages.tsx";

type Counted = { total: number; items: FailureRow[] };

const mine = "mine=true&open=true";
const finding = (own: number): string =>
  own === 0
    ? "Nothing of yours breaks a control."
    : `${counted(own, "record of yours breaks a control", "of your records break a control")}: open each to see the rule and what satisfies it.`;

const agencyFinding = (stages: readonly ComplianceStage[]): string => {
  const sum = (of: (stage: ComplianceStage) => number) => stages.reduce((n, s) => n + of(s), 0);
  const [open, late] = [sum((s) => s.open), sum((s) => s.late)];
  if (stages.every(({ judged }) => judged === 0))
    return "No record was judged yet: it takes a minute after the first order.";
  return `In the agency ${counted(open, "failure is", "failures are")} open, ${late} past ${late === 1 ? "its" : "their"} day.`;
};

/** What failed on the reader's own records; above it, for officers, where purchases of the agency fail. */
export default function CompliancePage() {
  const { can } = useAuth();
  const officer = can("control.read");
  const own = useGet<Counted>("control-failures", `/api/v1/control-failures?${mine}&limit=1`);
  const stages = useGet<{ items: ComplianceStage[] }>(
    "control-failures",
    "/api/v1/compliance-stages",
    { enabled: officer },
  );
  const items = stages.data?.items ?? [];
  return (
    <div className="stack">
      <header className="grid gap-1">
        <div className="flex flex-wrap items-center gap-3">
          <h1 className="mr-auto">Compliance</h1>
          <Link className="btn" to={pathTo("controlWaivers")}>
            Waivers
          </Link>
          {officer && (
            <Link className="btn" to={pathTo("controls")}>
              Controls
            </Link>
          )}
          {officer && (
            <Link className="btn btn-primary" to={`${pathTo("controlFailures")}?open=true`}>
              All open failures
            </Link>
          )}
        </div>
        {own.data && (
          <p className="finding" role="status">
            {officer && items.length > 0 ? `${agencyFinding(items)} ` : ""}
            {finding(own.data.total)}
          </p>
        )}
      </header>
      {own.error && <ErrorPanel error={own.error} what="What breaks a control" />}
      <PoliciesWaiting />
      {items.length > 0 && <Stages stages={items} />}
      <section className="grid gap-3">
        <h2>On your records</h2>
        <FailuresOf title="On your records" fixed={mine} />
      </section>
      {can("legalHold.read") && (
        <section className="grid gap-3">
          <h2>Legal holds</h2>
          <HoldTable />
        </section>
      )}
    </div>
  );
}

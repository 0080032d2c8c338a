import { counted } from "#kernel/words.ts";
import { useGet } from "#web/kit/queries.ts";
import { ErrorPanel, Panel } from "#web/kit/states.tsx";
import type { ComplianceOwner } from "../failure/failure.model.ts";
import { FailuresOf } from "./FailureTable.tsx";

const finding = (owners: readonly ComplianceOwner[]): string => {
  const late = owners.reduce((n, each) => n + each.late, 0);
  const nobody = owners.find((each) => each.owner === null)?.open ?? 0;
  const open = owners.reduce((n, each) => n + each.open, 0);
  if (open === 0) return "No failure of a control is open.";
  return `${counted(open, "failure is", "failures are")} open, ${late} past ${late === 1 ? "its" : "their"} day; ${nobody === 0 ? "each has an owner" : `${counted(nobody, "is", "are")} nobody's: assign ${nobody === 1 ? "it" : "them"}`}.`;
};

function Owner({ of, most }: { of: ComplianceOwner; most: number }) {
  return (
    <li className="grid gap-1 border-b border-hair px-4 py-3 last:border-0">
      <span className="flex gap-3">
        <span className="mr-auto">{of.owner ?? "Nobody yet"}</span>
        <span className="text-13 text-t2">
          {counted(of.open, "open", "open")}
          {of.late > 0 && `, ${of.late} late`}
        </span>
      </span>
      <meter
        min={0}
        max={most}
        value={of.open}
        aria-label={`Open failures of ${of.owner ?? "nobody"}`}
      />
    </li>
  );
}

/** Who answers for what, against the days: for whoever assigns it. */
export default function ComplianceAdmin() {
  const read = useGet<{ items: ComplianceOwner[] }>(
    "control-failures",
    "/api/v1/compliance-owners",
  );
  const owners = read.data?.items ?? [];
  const most = Math.max(1, ...owners.map((each) => each.open));
  return (
    <div className="stack">
      <header className="grid gap-1">
        <h1>Compliance administration</h1>
        {read.data && (
          <p className="finding" role="status">
            {finding(owners)}
          </p>
        )}
      </header>
      {read.error && <ErrorPanel error={read.error} what="Who answers for failures" />}
      {owners.length > 0 && (
        <Panel title="By owner" flush>
          <ul>
            {owners.map((each) => (
              <Owner key={each.owner ?? ""} of={each} most={most} />
            ))}
          </ul>
        </Panel>
      )}
      <FailuresOf title="Open failures" fixed="open=true" />
    </div>
  );
}

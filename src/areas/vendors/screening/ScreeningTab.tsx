import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { counted } from "#kernel/words.ts";
import { useAgency, useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet, useMutationAction } from "#web/kit/queries.ts";
import { EmptyState, ErrorPanel, Panel, RecordSkeleton } from "#web/kit/states.tsx";
import { Badge, StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { screeningResults } from "../vendor/vendor.labels.ts";
import type { VendorDetail } from "../vendor/vendor.model.ts";
import type { Candidate, ScreeningRow } from "./screening.model.ts";

const DecisionDialog = dialogOnDemand(
  async () => (await import("./ScreeningDecision.tsx")).DecisionDialog,
);

const triggers = {
  activation: "at activation",
  demand: "on demand",
  list: "with all vendors",
  registration: "at registration",
  award: "at award",
  renewal: "at renewal",
  payment: "at payment",
} as const;

function CandidateFacts({ candidate: c }: { candidate: Candidate }) {
  return (
    <li className="grid gap-2 border-t border-hair p-4">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <b className="font-semibold">{c.name}</b>
        <span className="text-13 text-t3">{c.classification}</span>
        <span className="ml-auto text-13 text-t2">
          likeness <b className="tabular-nums text-t1">{c.score.toFixed(2)}</b>
        </span>
      </div>
      <p className="text-14 text-t2">{c.reasons.join(", ")}</p>
      <div className="text-14">
        <Facts>
          <Fact label="Address">{c.address || "—"}</Fact>
          <Fact label="Excluded by">
            {[c.agency, c.program, c.exclusionType].filter(Boolean).join(", ") || "—"}
          </Fact>
          <Fact label="In force">
            {c.activeOn ? formatDate(c.activeOn) : "—"},{" "}
            {c.endsOn ? `until ${formatDate(c.endsOn)}` : "without end"}
          </Fact>
          {c.samNumber && (
            <Fact label="SAM number">
              <span className="mono">{c.samNumber}</span>
            </Fact>
          )}
          {c.uei && (
            <Fact label="UEI">
              <span className="mono">{c.uei}</span>
            </Fact>
          )}
          <Fact label="Cross-reference">{c.crossReference}</Fact>
        </Facts>
      </div>
      {c.comments && <p className="text-13 text-t3">{c.comments}</p>}
      {c.decided && (
        <p className="text-13 text-t3">
          Decided at an earlier screening:{" "}
          {c.decided === "clear" ? "another party" : "the same party"}.
        </p>
      )}
    </li>
  );
}

function Evidence({
  screening,
  newest,
  onDecide,
}: {
  screening: ScreeningRow;
  newest: boolean;
  onDecide: () => void;
}) {
  const { timeZone } = useAgency();
  const result = screening.decision ?? screening.outcome;
  return (
    <Panel
      flush={screening.candidates.length > 0}
      title={
        <span className="flex flex-wrap items-center gap-3">
          <StatusBadge statuses={screeningResults} status={result} />
          {formatInstant(screening.at, timeZone)}
        </span>
      }
      aside={`${screening.person ?? "System"}, ${triggers[screening.trigger]}${screening.objectNumber ? ` (${screening.objectNumber})` : ""}`}
      level={newest ? "h2" : "h3"}
    >
      <div className={`grid gap-2 text-14 ${screening.candidates.length > 0 ? "p-4" : ""}`}>
        <p className="text-t2">
          {screening.candidates.length === 0
            ? "No party of the list matches."
            : `${counted(screening.candidates.length, "party", "parties")} of the list to look at.`}{" "}
          <span className="text-t3">
            {screening.listName}, {formatDate(screening.listDate)},{" "}
            {screening.listRows.toLocaleString("en-US")} records, SHA-256{" "}
            <span className="mono" title={screening.listSha256}>
              {screening.listSha256.slice(0, 12)}…
            </span>
          </span>
        </p>
        {screening.decision && (
          <p>
            <Badge
              tone={screening.decision === "clear" ? "success" : "danger"}
              label={screening.decision === "clear" ? "Another party" : "The same party"}
            />{" "}
            <span className="text-t2">“{screening.decisionReason}”</span>{" "}
            <span className="text-t3">
              {screening.decider},{" "}
              {screening.decidedAt && formatInstant(screening.decidedAt, timeZone)}
            </span>
          </p>
        )}
        {screening.canDecide && (
          <div>
            <button type="button" className="btn btn-primary btn-small" onClick={onDecide}>
              Decide
            </button>
          </div>
        )}
      </div>
      {screening.candidates.length > 0 && (
        <ul>
          {screening.candidates.map((one) => (
            <CandidateFacts key={one.key} candidate={one} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Every screening against the federal exclusion list, with what was compared and decided. */
export function ScreeningTab({ vendor }: { vendor: VendorDetail }) {
  const { can } = useAuth();
  const list = useGet<{ items: ScreeningRow[] }>(
    "vendors",
    `/api/v1/vendors/${vendor.id}/screenings`,
  );
  const screen = useMutationAction<{ items: ScreeningRow[] }>("vendors");
  const [deciding, setDeciding] = useState<ScreeningRow | null>(null);
  const run = () =>
    screen.mutate(
      { path: `/api/v1/vendors/${vendor.id}/actions/screen` },
      {
        onSuccess: (answer) =>
          notify.done("Screened", screeningResults[answer.items[0]?.outcome ?? "clear"].label),
        onError: (error) => notify.failed("Not screened", error),
      },
    );
  if (list.isPending) return <RecordSkeleton />;
  if (!list.data)
    return (
      <ErrorPanel error={list.error} what="The screenings" onRetry={() => void list.refetch()} />
    );
  return (
    <>
      {can("vendor.screen") && (
        <div className="flex justify-end">
          <button
            type="button"
            className="btn"
            aria-disabled={screen.isPending}
            onClick={() => {
              if (!screen.isPending) run();
            }}
          >
            <ShieldCheck aria-hidden="true" />
            Screen now
          </button>
        </div>
      )}
      {list.data.items.length === 0 && (
        <Panel title="Screening">
          <EmptyState kind="first-use" title="Not screened yet">
            Activation screens the vendor; so does the button above.
          </EmptyState>
        </Panel>
      )}
      {list.data.items.map((screening, at) => (
        <Evidence
          key={screening.id}
          screening={screening}
          newest={at === 0}
          onDecide={() => setDeciding(screening)}
        />
      ))}
      {deciding && <DecisionDialog screening={deciding} onClose={() => setDeciding(null)} />}
    </>
  );
}

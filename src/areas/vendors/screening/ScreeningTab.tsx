import { FileText, ScanSearch, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { pathTo } from "#areas.ts";
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
import { download } from "#web/kit/api.ts";
import type { Candidate, ScreeningRow, ScreeningsAnswer } from "./screening.model.ts";

const DecisionDialog = dialogOnDemand(
  async () => (await import("./ScreeningDecision.tsx")).DecisionDialog,
);
const SearchDialog = dialogOnDemand(async () => (await import("./SearchDialog.tsx")).SearchDialog);

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

/** A search by hand: who, when, what it showed, until when it counts. */
function SearchEvidence({
  screening,
  search,
}: {
  screening: ScreeningRow;
  search: NonNullable<ScreeningRow["search"]>;
}) {
  const show = () =>
    void download(`/api/v1/files/${search.fileId}`).catch((error: unknown) =>
      notify.failed("The file did not come", error),
    );
  return (
    <div className="grid gap-2">
      <p className="text-t2">
        {search.person} searched SAM.gov on {formatDate(screening.listDate)} and found{" "}
        {screening.outcome === "clear" ? "no active exclusion" : "an active exclusion"}. The search
        counts until {formatDate(search.lastDay)}.
      </p>
      {search.note && <p className="text-t2">“{search.note}”</p>}
      <div>
        <button type="button" className="btn btn-small" onClick={show}>
          <FileText aria-hidden="true" />
          The result
        </button>
      </div>
    </div>
  );
}

/** What to do where no list is loaded. */
function WithoutList({ answer, onSearch }: { answer: ScreeningsAnswer; onSearch: () => void }) {
  const { can } = useAuth();
  return (
    <Panel title="No exclusion list is loaded">
      <div className="grid gap-3">
        <p className="text-t2">
          {answer.searchUntil
            ? `A search of SAM.gov stands in for it until ${formatDate(answer.searchUntil)}.`
            : `Before the vendor is activated, search SAM.gov for its name and UEI, and record what you found with a picture. It counts for ${counted(answer.searchDays, "day")}.`}{" "}
          Awards and payment runs ask for the whole list.
        </p>
        {can("vendor.screen") && (
          <div className="flex flex-wrap gap-2">
            <button
              type="button"
              className={answer.searchUntil ? "btn" : "btn btn-primary"}
              onClick={onSearch}
            >
              <ScanSearch aria-hidden="true" />
              Record a search
            </button>
            <a
              className="btn btn-quiet"
              href="https://sam.gov/search/?index=ex"
              target="_blank"
              rel="noreferrer"
            >
              Open SAM.gov
            </a>
            <Link className="btn btn-quiet" to={pathTo("exclusions")}>
              Load the list instead
            </Link>
          </div>
        )}
      </div>
    </Panel>
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
        {screening.search && <SearchEvidence screening={screening} search={screening.search} />}
        <p className="text-t2" hidden={screening.search !== null}>
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
  const list = useGet<ScreeningsAnswer>("vendors", `/api/v1/vendors/${vendor.id}/screenings`);
  const screen = useMutationAction<ScreeningsAnswer>("vendors");
  const [deciding, setDeciding] = useState<ScreeningRow | null>(null);
  const [searching, setSearching] = useState(false);
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
      {!list.data.hasList && <WithoutList answer={list.data} onSearch={() => setSearching(true)} />}
      {can("vendor.screen") && list.data.hasList && (
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
      {list.data.items.length === 0 && list.data.hasList && (
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
      {searching && <SearchDialog vendor={vendor} onClose={() => setSearching(false)} />}
      {deciding && <DecisionDialog screening={deciding} onClose={() => setDeciding(null)} />}
    </>
  );
}

import { Landmark } from "lucide-react";
import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant, dateIn } from "#kernel/dates.ts";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { ApiProblem } from "#web/kit/api.ts";
import { Dialog, dialogOnDemand } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { Badge, StatusBadge } from "#web/kit/StatusBadge.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { Fact, Facts } from "#web/kit/record/Facts.tsx";
import { bankChangeStatuses } from "../bank/bank.labels.ts";
import { screeningResults } from "../vendor/vendor.labels.ts";
import {
  registrationCourse,
  registrationKinds,
  registrationStatuses,
} from "./registration.labels.ts";
import type { RegistrationDetail } from "./registration.model.ts";
import { W9Panel } from "./W9Panel.tsx";
import { Fields, Duplicates, Documents } from "./SubmittedCompany.tsx";

const BankDialog = dialogOnDemand(async () => (await import("./ProposeBankDialog.tsx")).BankDialog);

const look = { statuses: registrationStatuses, course: registrationCourse };

function Rail({ record }: { record: RegistrationDetail }) {
  const { timeZone } = useAgency();
  return (
    <>
      <Panel title="Submission">
        <Facts>
          <Fact label="Kind">{registrationKinds[record.kind]}</Fact>
          <Fact label="By">
            {record.submittedBy}
            <small className="block text-12 text-t3">{record.submittedByEmail}</small>
          </Fact>
          <Fact label="On">{formatInstant(record.submittedAt, timeZone)}</Fact>
          <Fact label="Invited">{record.invited ? "yes" : "no"}</Fact>
          {record.vendorNumber && record.vendorId && (
            <Fact label="Vendor">
              <Link to={pathTo("vendor", { id: record.vendorId })}>{record.vendorNumber}</Link>
            </Fact>
          )}
          {record.screeningResult && (
            <Fact label="Exclusions">
              <Link to={`${pathTo("vendor", { id: record.vendorId! })}?tab=screening`}>
                <StatusBadge statuses={screeningResults} status={record.screeningResult} />
              </Link>
            </Fact>
          )}
          <Fact label="Screened by">{record.screener}</Fact>
          {record.decider && record.decidedAt && (
            <Fact label="Decided by">
              {record.decider}, {formatDate(dateIn(record.decidedAt, timeZone))}
            </Fact>
          )}
        </Facts>
        {record.decisionReason && <p className="mt-3 text-t2">{record.decisionReason}</p>}
      </Panel>
      <W9Panel record={record} />
      {record.bank && (
        <Panel
          title="Bank details"
          aside={
            record.bankChange ? (
              <StatusBadge statuses={bankChangeStatuses} status={record.bankChange.status} />
            ) : (
              <Badge tone="warning" label="In quarantine" />
            )
          }
        >
          <Facts>
            <Fact label="Bank">{record.bank.bankName}</Fact>
            <Fact label="Routing">
              <span className="mono">{record.bank.routingNumber}</span>
            </Fact>
            <Fact label="Account">
              <span className="mono">•••••{record.bank.accountLast4}</span>
            </Fact>
          </Facts>
          {record.bankChange && record.vendorId && (
            <p className="mt-3">
              <Link to={`${pathTo("vendor", { id: record.vendorId })}?tab=bank`}>
                {record.bankChange.number}
              </Link>
            </p>
          )}
        </Panel>
      )}
      {record.commodities.length > 0 && (
        <Panel title="Sells">
          <ul className="grid gap-1 text-13">
            {record.commodities.map((c) => (
              <li key={c.code}>
                <span className="mono text-t3">{c.code}</span> {c.name}
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}

function ScreenDialog({ record, onClose }: { record: RegistrationDetail; onClose: () => void }) {
  const [choice, setChoice] = useState<string>(record.vendorId ?? "");
  const [failed, setFailed] = useState<string | null>(null);
  const act = useMutationAction("vendor-registrations", "vendors");
  const others = record.duplicates;
  const send = async () => {
    try {
      await act.mutateAsync({
        path: `/api/v1/vendor-registrations/${record.id}/actions/screen`,
        body: { confirmedDuplicates: others.map((d) => d.id), useVendorId: choice || null },
        version: record.version,
      });
      notify.done("Screened");
      onClose();
    } catch (error) {
      setFailed(error instanceof ApiProblem ? error.detail : "Not screened. Try again.");
    }
  };
  return (
    <Dialog
      onClose={onClose}
      title="Screen the company"
      description="It is compared with the exclusion list; the evidence stays on the vendor's record."
      footer={
        <>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button
            type="button"
            className="btn btn-primary"
            disabled={act.isPending}
            onClick={() => void send()}
          >
            Screen
          </button>
        </>
      }
    >
      {others.length === 0 && !record.vendorId ? (
        <p>No like vendor was found. The company is entered as a new draft vendor.</p>
      ) : (
        <fieldset className="field">
          <legend>Is it one of these?</legend>
          {record.kind === "registration" && (
            <label className="check">
              <input
                type="radio"
                name="same"
                checked={choice === ""}
                onChange={() => setChoice("")}
              />
              <span>
                No, each of them is another firm<small>Your answer stays in the audit record</small>
              </span>
            </label>
          )}
          {record.vendorId && record.vendorNumber && (
            <label className="check">
              <input
                type="radio"
                name="same"
                checked={choice === record.vendorId}
                onChange={() => setChoice(record.vendorId!)}
              />
              <span>
                {record.vendorNumber}
                <small>the record that is meant</small>
              </span>
            </label>
          )}
          {others
            .filter((d) => d.id !== record.vendorId)
            .map((d) => (
              <label key={d.id} className="check">
                <input
                  type="radio"
                  name="same"
                  checked={choice === d.id}
                  onChange={() => setChoice(d.id)}
                />
                <span>
                  It is {d.number} {d.name}
                  <small>{d.reasons.join(", ")}</small>
                </span>
              </label>
            ))}
        </fieldset>
      )}
      {failed && (
        <p role="alert" className="mt-3 text-danger">
          {failed}
        </p>
      )}
    </Dialog>
  );
}

/**
 * One registration: what was submitted beside what is on file, duplicates, documents, and the
 * decision.
 */
export default function RegistrationPage() {
  const { id = "" } = useParams();
  const [open, setOpen] = useState<{ what: "screen" | "bank"; record: RegistrationDetail } | null>(
    null,
  );
  return (
    <>
      <RecordPage<RegistrationDetail>
        path="/api/v1/vendor-registrations"
        id={id}
        lifecycle={look}
        title={(r) => r.name}
        subtitle={(r) =>
          [registrationKinds[r.kind], [r.city, r.state].filter(Boolean).join(", ")]
            .filter(Boolean)
            .join(" · ")
        }
        ownActions={["screen"]}
        stayed={{
          approve:
            "The exclusion screening is not clear. Decide the match on the vendor's record, then accept.",
        }}
        extraActions={(r) => [
          ...(r.actions.some((a) => a.name === "screen" && a.enabled)
            ? [
                {
                  label: "Screen",
                  tone: "primary" as const,
                  onSelect: () => setOpen({ what: "screen", record: r }),
                },
              ]
            : []),
          ...(r.canProposeBank
            ? [
                {
                  label: "Propose the bank account",
                  icon: <Landmark aria-hidden="true" />,
                  tone: "primary" as const,
                  onSelect: () => setOpen({ what: "bank", record: r }),
                },
              ]
            : []),
        ]}
        tabs={[
          {
            id: "data",
            label: "Data",
            content: (r) => (
              <>
                <Fields record={r} />
                <Duplicates record={r} />
              </>
            ),
          },
          {
            id: "documents",
            label: "Documents",
            count: (r) => r.documents.length,
            content: (r) => <Documents record={r} />,
          },
        ]}
        rail={(r) => <Rail record={r} />}
      />
      {open?.what === "screen" && (
        <ScreenDialog record={open.record} onClose={() => setOpen(null)} />
      )}
      {open?.what === "bank" && <BankDialog record={open.record} onClose={() => setOpen(null)} />}
    </>
  );
}

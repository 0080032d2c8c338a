import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { EvidenceButton } from "#areas/governance/governance.ui.tsx";
import { RecordDeadlines } from "#areas/workflow/workflow.ui.tsx";
import { useAgency } from "#web/auth/AuthProvider.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { Comments } from "#web/kit/record/Comments.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import type { DeclarationDetail } from "./declaration.model.ts";
import { declarationCourse, declarationStatuses } from "../emergency.labels.ts";
import { AfterActionList, FactsPanel } from "./FilePanel.tsx";

const look = { statuses: declarationStatuses, course: declarationCourse };

function About({ declaration: d }: { declaration: DeclarationDetail }) {
  const { timeZone } = useAgency();
  return (
    <FactsPanel
      title="Declaration"
      rows={[
        ["Cause", d.cause],
        ["Area", d.area],
        ["Authority", d.authority],
        [
          "Declared",
          `${formatInstant(d.declaredAt, timeZone)} by ${d.declaredBy ?? "a former member"}`,
        ],
        ["Holds", `Until ${formatInstant(d.holdsUntil, timeZone)}. ${d.term}.`],
        ...d.continuations.map(
          (c) =>
            [
              "Continued",
              `${c.body}, ${c.number} of ${formatDate(c.decidedOn)}, until ${formatDate(c.until)}`,
            ] as const,
        ),
        ...(d.endedAt ? [["Over since", formatInstant(d.endedAt, timeZone)] as const] : []),
        ...(d.statusReason ? [["Reason", d.statusReason] as const] : []),
      ]}
    />
  );
}

function Files({ declaration: d }: { declaration: DeclarationDetail }) {
  if (d.files.length === 0)
    return (
      <Panel title="After-action list">
        <p className="text-t2">Nothing was ordered in this emergency.</p>
      </Panel>
    );
  return (
    <>
      {d.files.map((file) => (
        <Panel
          key={file.id}
          title={
            <Link to={pathTo("emergencyOrder", { id: file.id })}>
              {file.number} · {file.title}
            </Link>
          }
          aside={`${file.orderNumber}, ${formatCents(file.amount)}`}
        >
          <AfterActionList items={file.items} />
        </Panel>
      ))}
    </>
  );
}

const continuing = (
  <>
    <label className="field">
      <span className="field-label">Governing body</span>
      <input name="body" className="field-control" required maxLength={200} />
    </label>
    <label className="field">
      <span className="field-label">Resolution</span>
      <input name="number" className="field-control" required maxLength={60} />
    </label>
    <label className="field">
      <span className="field-label">Decided on</span>
      <input name="decidedOn" type="date" className="field-control" required />
    </label>
    <label className="field">
      <span className="field-label">Holds until the end of</span>
      <input name="until" type="date" className="field-control" required />
    </label>
  </>
);

/** One local declaration: how long it holds, what was ordered in it, what its file lacks. */
export default function DeclarationPage() {
  const { id = "" } = useParams();
  return (
    <RecordPage<DeclarationDetail>
      path="/api/v1/local-declarations"
      id={id}
      lifecycle={look}
      title={(d) => d.title}
      subtitle={(d) => d.area}
      owner={(d) => d.declaredBy}
      amountCents={(d) => d.amount}
      amountNote={() => "ordered"}
      deadline={(d) => ({
        at: d.endedAt ?? d.holdsUntil,
        label: d.endedAt ? "Held until" : "Holds until",
        done: d.status !== "declared" && d.status !== "continued",
      })}
      actionFields={{
        continue: continuing,
        close: <p className="text-t2">Its file stays as it is from then on.</p>,
      }}
      tabs={[
        {
          id: "file",
          label: "After-action list",
          count: (d) => d.open,
          content: (d) => (
            <>
              <About declaration={d} />
              <Files declaration={d} />
            </>
          ),
        },
        {
          id: "documents",
          label: "Documents",
          content: (d) => (
            <>
              <Attachments objectType="localDeclaration" objectId={d.id} />
              <Comments objectType="localDeclaration" objectId={d.id} />
            </>
          ),
        },
      ]}
      rail={(d) => (
        <>
          <Panel title="Evidence">
            <p className="mb-3 text-13 text-t2">
              One ZIP: the declaration, its orders, receipts and ratifications with their files and
              proofs. It verifies offline.
            </p>
            <EvidenceButton ids={[d.id]} name={d.number} />
          </Panel>
          <RecordDeadlines sourceId={d.id} />
        </>
      )}
    />
  );
}

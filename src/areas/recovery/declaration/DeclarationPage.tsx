import { useState } from "react";
import { Link, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { download } from "#web/kit/api.ts";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { Panel } from "#web/kit/states.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { RecordDeadlines } from "#areas/workflow/workflow.ui.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { EntitlementPanel } from "../mitigation/EntitlementPanel.tsx";
import { InsurancePanel } from "../insurance/InsurancePanel.tsx";
import { ProjectTable } from "../project/ProjectTab.tsx";
import { declarationCycle } from "./declaration.labels.ts";
import type { DeclarationDetail } from "./declaration.model.ts";
import { Papers } from "./PapersTab.tsx";

const AwardDialog = dialogOnDemand(
  async () => (await import("../award/AwardDialog.tsx")).AwardDialog,
);
const PayPolicyDialog = dialogOnDemand(
  async () => (await import("./PayPolicyDialog.tsx")).PayPolicyDialog,
);
const AmendDialog = dialogOnDemand(async () => (await import("./AmendDialog.tsx")).AmendDialog);

function Text({ d }: { d: DeclarationDetail }) {
  const period = `${formatDate(d.periodFrom)} to ${d.periodTo ? formatDate(d.periodTo) : "open"}`;
  return (
    <>
      <Facts
        rows={[
          ["Incident period", period],
          [
            "Incident",
            d.incidentId && <Link to={pathTo("incident", { id: d.incidentId })}>{d.incident}</Link>,
          ],
          ["Federal fiscal year", d.fiscalYear],
          [
            "Thresholds, frozen",
            d.largeCents === null
              ? `The notice of fiscal year ${d.fiscalYear} is not loaded: no size can be frozen.`
              : `Least ${formatCents(d.minimumCents!)}, large from ${formatCents(d.largeCents)}. ${d.thresholdSource}`,
          ],
          [
            "Pay policy",
            d.payPolicy &&
              `${d.payPolicy}, of ${d.payPolicyOn ? formatDate(d.payPolicyOn) : "no day"}`,
          ],
          [
            "Pay policies of classes",
            d.payPolicies
              .map(
                (p) =>
                  `${p.laborClass}: ${p.title}, of ${formatDate(p.adoptedOn)}${p.contingent ? ", depends on federal money" : ""}`,
              )
              .join("\n"),
          ],
          [
            "Awards",
            d.awards.length > 0 &&
              d.awards.map((a) => (
                <Link key={a.id} className="mr-2" to={pathTo("award", { id: a.id })}>
                  {a.number} ({a.listing})
                </Link>
              )),
          ],
          ["Policy guide", d.guideVersion],
        ]}
      />
      <Panel title="Areas">
        <ul className="grid gap-1">
          {d.areas.map((a) => (
            <li key={a.id}>
              {a.county}: {a.categories.join(", ")}, from {formatDate(a.designatedOn)}
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="Federal share">
        <ul className="grid gap-1">
          {d.shares.map((s) => (
            <li key={s.id}>
              {s.rate / 100}% of {s.categories.join(", ")}, from {formatDate(s.fromDay)}
              {s.toDay && ` to ${formatDate(s.toDay)}`} ({s.source})
            </li>
          ))}
        </ul>
      </Panel>
      <Panel title="Amendments">
        {d.amendments.length === 0 && <p className="text-t2">None yet.</p>}
        {d.amendments.map((a) => (
          <div key={a.id} className="mb-2">
            <b>
              Amendment {a.amendmentNo}, {formatDate(a.amendedOn)}
            </b>{" "}
            <span className="text-t2">{a.source}</span>
            <ul className="checks">
              {a.changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
          </div>
        ))}
      </Panel>
    </>
  );
}

const fetched = (id: string, file: string, label: string) => ({
  label,
  onSelect: () =>
    void download(`/api/v1/pa-declarations/${id}/${file}`).catch((error: unknown) =>
      notify.failed("The file was not made", error),
    ),
});

/** A federal declaration: what its text says, its papers, its projects. */
export default function DeclarationPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const [open, setOpen] = useState<["amend" | "award" | "policy", DeclarationDetail] | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <RecordPage<DeclarationDetail>
        path="/api/v1/pa-declarations"
        id={id}
        lifecycle={declarationCycle}
        title={(d) => d.title}
        subtitle={(d) => `Declared ${formatDate(d.declaredOn)}`}
        amountCents={(d) => d.obligated}
        extraActions={(d) => [
          fetched(d.id, "damage.geojson", "Download the damage map (GeoJSON)"),
          fetched(d.id, "damage-inventory.csv", "Damage inventory for the Grants Portal"),
          ...(can("recovery.edit") && d.status !== "closed"
            ? [
                { label: "Amend", onSelect: () => setOpen(["amend", d]) },
                ...(d.awards.length < 2
                  ? [{ label: "Open an award", onSelect: () => setOpen(["award", d]) }]
                  : []),
                { label: "Add a pay policy", onSelect: () => setOpen(["policy", d]) },
              ]
            : []),
        ]}
        tabs={[
          { id: "text", label: "Declaration", content: (d) => <Text d={d} /> },
          {
            id: "papers",
            label: "Request for PA",
            count: (d) => d.papers.filter((p) => !p.doneOn).length,
            content: (d) => <Papers papers={d.papers} />,
          },
          {
            id: "projects",
            label: "Projects",
            count: (d) => d.projects,
            content: (d) => <ProjectTable fixed={`declarationId=${d.id}`} />,
          },
          { id: "insurance", label: "Insurance", content: (d) => <InsurancePanel id={d.id} /> },
          {
            id: "entitlement",
            label: "Mitigation and management",
            content: (d) => <EntitlementPanel id={d.id} open={d.status !== "closed"} />,
          },
          {
            id: "documents",
            label: "Documents",
            content: (d) => <Attachments objectType="paDeclaration" objectId={d.id} />,
          },
        ]}
        rail={(d) => <RecordDeadlines sourceId={d.id} />}
      />
      {open?.[0] === "amend" && <AmendDialog of={open[1]} onClose={close} />}
      {open?.[0] === "award" && <AwardDialog d={open[1]} onClose={close} />}
      {open?.[0] === "policy" && <PayPolicyDialog id={open[1].id} onClose={close} />}
    </>
  );
}

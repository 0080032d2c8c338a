import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { pathTo } from "#areas.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { shownDecimal, shownPrice } from "#kernel/quantity.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DateField, MoneyField, TextField } from "#web/kit/form/fields.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useMutationAction } from "#web/kit/queries.ts";
import { Attachments } from "#web/kit/record/Attachments.tsx";
import { RecordPage } from "#web/kit/record/RecordPage.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { notify } from "#web/kit/Toasts.tsx";
import { EvidenceButton } from "#areas/governance/governance.ui.tsx";
import { RecordDeadlines } from "#areas/workflow/workflow.ui.tsx";
import { ConsiderationsPanel, Lacks } from "../considerations/ConsiderationsPanel.tsx";
import { ExtensionPanel } from "../extension/ExtensionPanel.tsx";
import { FloodPanel } from "../flood/FloodPanel.tsx";
import { ProjectCosts } from "../item/ProjectCosts.tsx";
import { categories } from "../law/categories.labels.ts";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { Facts } from "#web/kit/record/Facts.tsx";
import { RequestTable } from "../request/RequestTab.tsx";
import { projectCycle, sizes } from "./project.labels.ts";
import type { ProjectDetail } from "./project.model.ts";

const ProjectDialog = dialogOnDemand(
  async () => (await import("./ProjectDialog.tsx")).ProjectDialog,
);
const money = (cents: number) => formatCents(cents, { symbol: false });
const scope: readonly LinePart<ProjectDetail["lines"][number]>[] = [
  { label: "Work", as: "title", cell: (l) => l.description },
  { label: "Quantity", cell: (l) => `${shownDecimal(l.quantity)} ${l.unit}` },
  { label: "Unit price, $", cell: (l) => shownPrice(l.unitPrice) },
  { label: "Amount, $", as: "amount", cell: (l) => money(l.cents) },
];
const obligations: readonly LinePart<ProjectDetail["obligations"][number]>[] = [
  { label: "Version", as: "title", cell: (o) => `Version ${o.versionNo}: ${o.document}` },
  { label: "Day", cell: (o) => formatDate(o.obligatedOn) },
  { label: "Amount, $", as: "amount", cell: (o) => money(o.cents) },
];

function Scope({ p }: { p: ProjectDetail }) {
  return (
    <>
      <Lacks lacks={p.lacks} />
      <Facts
        rows={[
          [
            "Declaration",
            <Link key="d" to={pathTo("paDeclaration", { id: p.declarationId })}>
              {p.declaration}
            </Link>,
          ],
          ["Category", categories[p.category]],
          ["FEMA's number", p.pwNumber],
          ["Size", p.size ? `${sizes[p.size]}. ${p.sizeSource}` : "Not frozen"],
          [
            "Insurance and flood reduction",
            `${formatCents(p.insuranceCents)}${p.insuranceActual ? ", paid" : ", expected"}`,
          ],
          [
            "Work until",
            `${formatDate(p.workUntil)}; the state may give ${p.ownExtension} months more`,
          ],
          ["Scope", p.scope],
          ["Remarks on mitigation", p.mitigation],
          ["Remarks on environment and history", p.ehp],
        ]}
      />
      <LineTable
        label="Scope lines"
        parts={scope}
        lines={p.lines}
        keyOf={(l) => l.id}
        total={{ label: "Estimate", amount: money(p.estimateCents) }}
      />
      <h2 className="mt-5">Damage</h2>
      <ul className="grid gap-1">
        {p.damage.map((d) => (
          <li key={d.id}>
            <Link className="underline" to={pathTo("paDamage", { id: d.id })}>
              {d.number}
            </Link>{" "}
            {d.title}, {formatCents(d.estimateCents)}
          </li>
        ))}
        {p.damage.length === 0 && <li className="text-t2">None yet: put it in from its page.</li>}
      </ul>
    </>
  );
}

function ObligateDialog({ p, onClose }: { p: ProjectDetail; onClose: () => void }) {
  return (
    <PostDialog
      title={`Record an obligation of ${p.number}`}
      description="What FEMA takes back is negative. It is a version of its own and is never changed."
      path={`/api/v1/pa-projects/${p.id}/actions/obligate`}
      version={p.version}
      submit="Record"
      nouns={["pa-projects"]}
      values={{ cents: null as number | null, obligatedOn: "", document: "" }}
      onClose={onClose}
    >
      <MoneyField name="cents" label="Federal amount" required />
      <DateField name="obligatedOn" label="Obligated on" required />
      <TextField name="document" label="Document" required maxLength={200} />
    </PostDialog>
  );
}

/** A project: its scope, its costs, its obligations, its requests. */
export default function ProjectPage() {
  const { id = "" } = useParams();
  const { can } = useAuth();
  const navigate = useNavigate();
  const [open, setOpen] = useState<["change" | "obligate", ProjectDetail] | null>(null);
  const draft = useMutationAction<{ id: string }>("pa-requests", "pa-projects", "pa-items");
  const begin = async () => {
    try {
      const made = await draft.mutateAsync({ path: `/api/v1/pa-projects/${id}/requests` });
      void navigate(pathTo("paRequest", { id: made.id }));
    } catch (error) {
      notify.failed("No request was begun", error);
    }
  };
  return (
    <>
      <RecordPage<ProjectDetail>
        path="/api/v1/pa-projects"
        id={id}
        lifecycle={projectCycle}
        title={(p) => p.title}
        subtitle={(p) => `${p.declaration}, ${categories[p.category]}`}
        amountCents={(p) => p.obligated || p.estimateCents}
        ownActions={["obligate"]}
        extraActions={(p) =>
          can("recovery.edit")
            ? [
                ...(p.status === "formulation"
                  ? [{ label: "Change", onSelect: () => setOpen(["change", p]) }]
                  : []),
                ...(p.actions.some((a) => a.name === "obligate" && a.enabled)
                  ? [{ label: "Record an obligation", onSelect: () => setOpen(["obligate", p]) }]
                  : []),
                ...(p.status === "obligated" || p.status === "complete"
                  ? [{ label: "Ask for reimbursement", onSelect: () => void begin() }]
                  : []),
              ]
            : []
        }
        tabs={[
          { id: "scope", label: "Scope", content: (p) => <Scope p={p} /> },
          {
            id: "considerations",
            label: "Environment and mitigation",
            content: (p) => <ConsiderationsPanel p={p} />,
          },
          { id: "time", label: "Time", content: (p) => <ExtensionPanel p={p} /> },
          { id: "flood", label: "Flood", content: (p) => <FloodPanel p={p} /> },
          { id: "costs", label: "Costs", content: (p) => <ProjectCosts project={p} /> },
          {
            id: "obligations",
            label: "Obligations",
            count: (p) => p.obligations.length,
            content: (p) => (
              <LineTable
                label="Obligations"
                parts={obligations}
                lines={p.obligations}
                keyOf={(o) => o.id}
                total={{ label: "Obligated", amount: money(p.obligated) }}
              />
            ),
          },
          {
            id: "requests",
            label: "Requests",
            content: (p) => <RequestTable fixed={`projectId=${p.id}`} />,
          },
          {
            id: "documents",
            label: "Evidence",
            content: (p) => (
              <>
                <EvidenceButton ids={p.evidence} name={p.number} />
                <Attachments objectType="paProject" objectId={p.id} />
              </>
            ),
          },
        ]}
        rail={(p) => <RecordDeadlines sourceId={p.id} />}
      />
      {open?.[0] === "change" && <ProjectDialog project={open[1]} onClose={() => setOpen(null)} />}
      {open?.[0] === "obligate" && <ObligateDialog p={open[1]} onClose={() => setOpen(null)} />}
    </>
  );
}

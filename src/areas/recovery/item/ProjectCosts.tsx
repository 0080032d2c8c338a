import { useMemo, useState } from "react";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { DateField, FormRow } from "#web/kit/form/fields.tsx";
import { dialogOnDemand } from "#web/kit/overlays.tsx";
import { useGet } from "#web/kit/queries.ts";
import { Panel } from "#web/kit/states.tsx";
import type { BatchAction } from "#web/kit/table/DataTable.tsx";
import { LineTable, type LinePart } from "#web/kit/table/LineTable.tsx";
import { PostDialog } from "#web/kit/form/PostDialog.tsx";
import { GivenPanel } from "../donated/GivenPanel.tsx";
import type { ProjectDetail } from "../project/project.model.ts";
import type { TieRow } from "./item.model.ts";
import { AskedPanel } from "./AskedPanel.tsx";
import { MaterialChain } from "./MaterialChain.tsx";
import { ItemTable } from "./ItemTable.tsx";

const AssignDialog = dialogOnDemand(async () => (await import("./AssignDialog.tsx")).AssignDialog);
const MaterialsDialog = dialogOnDemand(
  async () => (await import("./MaterialsDialog.tsx")).MaterialsDialog,
);
const TakeOutDialog = dialogOnDemand(
  async () => (await import("./TakeOutDialog.tsx")).TakeOutDialog,
);
const money = (cents: number) => formatCents(cents, { symbol: false });
const tie: readonly LinePart<TieRow>[] = [
  { label: "Person", as: "title", cell: (t) => t.person },
  { label: "Pay period", cell: (t) => `${formatDate(t.from)} to ${formatDate(t.to)}` },
  { label: "Pay", cell: (t) => t.document },
  { label: "Paid, $", cell: (t) => money(t.paid) },
  { label: "Hours claim, $", cell: (t) => money(t.claimed) },
  { label: "Difference, $", as: "amount", cell: (t) => money(t.difference) },
];

function TieOut({ projectId }: { projectId: string }) {
  const found = useGet<{ items: TieRow[] }>("pa-items", `/api/v1/pa-projects/${projectId}/tie-out`);
  if (!found.data?.items.length) return null;
  return (
    <Panel title="Hours against posted pay">
      <LineTable
        label="Hours against posted pay"
        parts={tie}
        lines={found.data.items}
        keyOf={(t) => `${t.person} ${t.document} ${t.from}`}
      />
      <p className="mt-2 text-13 text-t2">
        Hours claim at most what was paid to their person for those days. Below zero, the request is
        blocked until payroll posts the pay.
      </p>
    </Panel>
  );
}

function HoursDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  return (
    <PostDialog
      title="Add hours of the incident"
      description="Approved hours between these days, each judged by the rules; what stands here and no request holds is judged anew. Hours of another project stay there."
      path={`/api/v1/pa-projects/${projectId}/hours`}
      submit="Add the hours"
      nouns={["pa-items", "pa-projects"]}
      values={{ from: "", to: "" }}
      onClose={onClose}
    >
      <FormRow>
        <DateField name="from" label="From" required />
        <DateField name="to" label="To" required />
      </FormRow>
    </PostDialog>
  );
}

/** What a project costs, and where more comes from. */
export function ProjectCosts({ project: p }: { project: ProjectDetail }) {
  const { can } = useAuth();
  const [open, setOpen] = useState<"costs" | "hours" | "materials" | null>(null);
  const [out, setOut] = useState<{ ids: readonly string[]; clear: () => void } | null>(null);
  const batch = useMemo<readonly BatchAction[]>(
    () => [
      {
        label: "Take out of the project",
        idsOnly: true,
        run: ({ ids }, clear) => setOut({ ids, clear }),
      },
    ],
    [],
  );
  const over = p.status === "closed" || p.status === "withdrawn";
  const mayEdit = can("recovery.edit") && !over;
  return (
    <div className="stack">
      {mayEdit && (
        <div className="flex flex-wrap gap-2 no-print">
          <button type="button" className="btn" onClick={() => setOpen("costs")}>
            Assign costs
          </button>
          <button type="button" className="btn" onClick={() => setOpen("hours")}>
            Take hours
          </button>
          <button type="button" className="btn" onClick={() => setOpen("materials")}>
            Take materials
          </button>
        </div>
      )}
      <AskedPanel projectId={p.id} mayAnswer={mayEdit} />
      <ItemTable fixed={`projectId=${p.id}`} {...(mayEdit ? { batch } : {})} />
      <TieOut projectId={p.id} />
      <MaterialChain projectId={p.id} />
      <GivenPanel p={p} />
      {open === "costs" && <AssignDialog projectId={p.id} onClose={() => setOpen(null)} />}
      {open === "materials" && <MaterialsDialog projectId={p.id} onClose={() => setOpen(null)} />}
      {out && (
        <TakeOutDialog
          projectId={p.id}
          ids={out.ids}
          onDone={out.clear}
          onClose={() => setOut(null)}
        />
      )}
      {open === "hours" && <HoursDialog projectId={p.id} onClose={() => setOpen(null)} />}
    </div>
  );
}
